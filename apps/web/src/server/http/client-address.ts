import { isIP } from "node:net";

const UNKNOWN = "unknown";
/** Some proxies note the port as well, which is another one for each connection: `203.0.113.9:4711`, `[2001:db8::1]:4711`. */
const WITH_PORT = /^(?:\[([0-9a-f:.]+)\](?::\d{1,5})?|(\d+\.\d+\.\d+\.\d+):\d{1,5})$/i;
const IPV4_IN_IPV6 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
/** Who has one address of IPv6 has this many bits' worth of others (RFC 6177). */
const NETWORK_GROUPS = 4;
const GROUPS = 8;

/**
 * Where a request came from; undefined if nothing says so. Each of our proxies appends an address to `X-Forwarded-For`; what
 * stands before theirs anybody may have written. Without a proxy it is the server's own entry, which is put there for every
 * request (`guarded-server.mjs` takes away what a client wrote).
 */
export function clientAddress(headers: Headers, proxies: number): string | undefined {
  const entries = (headers.get("x-forwarded-for") ?? "").split(",").map((each) => each.trim());
  const entry = entries.at(-Math.max(1, proxies)) ?? "";
  const [, bracketed, before] = WITH_PORT.exec(entry) ?? [];
  const address = bracketed ?? before ?? entry;
  const plain = IPV4_IN_IPV6.exec(address)?.[1] ?? address;
  return isIP(plain) === 0 ? undefined : plain;
}

/** What tries of an address are counted as: itself, or its network where one client has a network of them. */
export function countedAddress(address: string | undefined): string {
  if (address === undefined) return UNKNOWN;
  return isIP(address) === 6 ? networkOf(address) : address;
}

/** The /64 of an IPv6 address, spelled in one way. */
function networkOf(address: string): string {
  const [head = "", tail] = address.split("::");
  const groups = head === "" ? [] : head.split(":");
  const after = tail ? tail.split(":").length + (tail.includes(".") ? 1 : 0) : 0;
  const zeros = tail === undefined ? 0 : Math.max(0, GROUPS - groups.length - after);
  const all = [...groups, ...new Array<string>(zeros).fill("0"), ...(tail?.split(":") ?? [])];
  const network = all
    .slice(0, NETWORK_GROUPS)
    .map((each) => Number.parseInt(each, 16).toString(16));
  return `${network.join(":")}::/64`;
}
