/**
 * The origins under which a request's own page may have been loaded: the configured address, or, without one, the
 * host that the request names, by http or https.
 */
export function ownOrigins(headers: Headers, configured: string | undefined): string[] {
  const host = headers.get("host");
  const own = host === null ? [] : [`http://${host}`, `https://${host}`];
  return configured === undefined ? own : [new URL(configured).origin, ...own];
}

/**
 * Whether a request that changes something comes from a page of ours. Browsers send `Origin` with every POST; a
 * request without one is no browser's cross-site form, and `Sec-Fetch-Site` is heeded where it is sent.
 */
export function isSameOrigin(headers: Headers, configured: string | undefined): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin" && site !== "none") return false;
  const origin = headers.get("origin");
  return origin === null || ownOrigins(headers, configured).includes(origin);
}
