type Query = Readonly<Record<string, string | number | undefined>>;

/** Where each thing of the console stands; links are made nowhere else. */
export const paths = {
  overview: () => "/",
  instances: (query: Query = {}) => withQuery("/instances", query),
  instance: (machineId: string, subject: string, query: Query = {}) =>
    withQuery(`/instances/${segment(machineId)}/${segment(subject)}`, query),
  conversations: () => "/conversations",
  conversation: (correlationId: string, query: Query = {}) =>
    withQuery(`/conversations/${segment(correlationId)}`, query),
  deadLetters: (query: Query = {}) => withQuery("/dead-letters", query),
  deadLetter: (id: string) => `/dead-letters/${segment(id)}`,
  asyncapi: () => "/asyncapi",
  asyncapiOf: (machineId: string) => `/asyncapi/${segment(machineId)}`,
  audit: (query: Query = {}) => withQuery("/audit", query),
  search: (text: string) => withQuery("/search", { q: text }),
} as const;

/** A path segment of a URL as it was before it was encoded; left alone if it is no valid encoding. */
export function decodeSegment(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}

/** A dot segment would be resolved away by the browser, so its dots are encoded too. */
function segment(text: string): string {
  return /^\.{1,2}$/.test(text) ? text.replaceAll(".", "%2E") : encodeURIComponent(text);
}

function withQuery(path: string, query: Query): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== "") params.set(name, String(value));
  }
  return params.size === 0 ? path : `${path}?${params}`;
}
