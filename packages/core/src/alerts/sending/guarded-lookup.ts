import type { LookupAddress } from "node:dns";
import { lookup as resolveName } from "node:dns/promises";
import { isIP } from "node:net";
import { isPrivateAddress } from "./private-addresses.ts";

/** Resolves a host name. */
type ResolveHost = (host: string) => Promise<readonly LookupAddress[]>;

const resolveHost: ResolveHost = (host) => resolveName(host, { all: true });

/**
 * The addresses of a host, each of them checked: an alert must not be a way to reach what only this machine can. Whoever connects
 * uses these addresses and resolves nothing again, so that a name cannot answer otherwise the second time.
 *
 * @param allowedHosts - hosts that may be private, in lower case
 * @throws {Error} if the host has a private address and is not allowed to
 */
export async function addressesOf(
  host: string,
  allowedHosts: ReadonlySet<string>,
  resolve: ResolveHost = resolveHost,
): Promise<readonly LookupAddress[]> {
  const name = host.toLowerCase().replace(/^\[|\]$/g, "");
  const family = isIP(name);
  const addresses = family === 0 ? await resolve(name) : [{ address: name, family }];
  if (addresses.length === 0) throw new Error(`host '${host}' has no address`);
  if (!allowedHosts.has(name) && addresses.some(({ address }) => isPrivateAddress(address))) {
    throw new Error(
      `host '${host}' is in a private network; SAGASCOPE_ALERT_HOSTS names those that are allowed`,
    );
  }
  return addresses;
}
