import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { LookupFunction } from "node:net";
import { addressesOf } from "./guarded-lookup.ts";

const TIMEOUT_MS = 10_000;

/**
 * POST a JSON text. Redirects are not followed: they could lead anywhere. The address itself is never part of an error, since it
 * may hold a token.
 *
 * @throws {Error} saying what went wrong: a private address, no answer in 10 s, or a status other than 2xx
 */
export async function postJson(
  url: URL,
  body: string,
  headers: Readonly<Record<string, string>>,
  allowedHosts: ReadonlySet<string>,
): Promise<void> {
  const addresses = await addressesOf(url.hostname, allowedHosts);
  const lookup: LookupFunction = (_host, options, answer) => {
    const [first] = addresses;
    if (options.all) answer(null, [...addresses]);
    else answer(null, first?.address ?? "", first?.family);
  };
  const status = await send(url, body, headers, lookup);
  if (status < 200 || status > 299) throw new Error(`'${url.hostname}' answered ${status}`);
}

function send(
  url: URL,
  body: string,
  headers: Readonly<Record<string, string>>,
  lookup: LookupFunction,
): Promise<number> {
  const request = url.protocol === "http:" ? requestHttp : requestHttps;
  const length = String(Buffer.byteLength(body));
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: "POST",
        lookup,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: { ...headers, "content-type": "application/json", "content-length": length },
      },
      (answer) => {
        answer.destroy(); // what it says does not matter, and may be endless
        resolve(answer.statusCode ?? 0);
      },
    );
    sent.on("error", (error) => {
      const code = "code" in error ? String(error.code) : error.name;
      reject(new Error(`'${url.hostname}' could not be reached: ${code}`));
    });
    sent.end(body);
  });
}
