const ADDRESS = /^[0-9a-f.:]{2,45}$/i;

/**
 * Where a request came from, for counting. Each of our proxies appends an address to `X-Forwarded-For`; what stands before
 * theirs anybody may have written. Without a proxy it is the server's own entry, which is put there for every request
 * (`serve.mjs` takes away what a client wrote).
 */
export function clientAddress(headers: Headers, proxies: number): string {
  const entries = (headers.get("x-forwarded-for") ?? "").split(",").map((each) => each.trim());
  const entry = entries.at(-Math.max(1, proxies)) ?? "";
  return ADDRESS.test(entry) ? entry : "unknown";
}
