const BEARER = /^Bearer +(\S{1,500})$/i;

/** The token a request shows in its `Authorization` header (RFC 6750). */
export function bearerOf(headers: Headers): string | undefined {
  return BEARER.exec(headers.get("authorization") ?? "")?.[1];
}
