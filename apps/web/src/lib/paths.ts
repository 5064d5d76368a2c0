type Query = Readonly<Record<string, string | number | undefined>>;

/** Where each thing of the console stands; links are made nowhere else. */
export const paths = {
  overview: () => "/",
  instances: (query: Query = {}) => withQuery("/instances", query),
  instance: (machineId: string, subject: string, query: Query = {}) =>
    withQuery(`/instances/${segment(machineId)}/${segment(subject)}`, query),
  /** A download, not a page. */
  exportInstances: (query: Query) => withQuery("/api/export/instances", query),
  /** Two instances side by side, each `machine/subject`; or two versions of a machine's chart. */
  compare: (query: Query = {}) => withQuery("/compare", query),
  conversations: () => "/conversations",
  conversation: (correlationId: string, query: Query = {}) =>
    withQuery(`/conversations/${segment(correlationId)}`, query),
  choreography: (query: Query = {}) => withQuery("/choreography", query),
  deadLetters: (query: Query = {}) => withQuery("/dead-letters", query),
  deadLetter: (id: string) => `/dead-letters/${segment(id)}`,
  replayJobs: (query: Query = {}) => withQuery("/replay-jobs", query),
  replayJob: (id: string, query: Query = {}) => withQuery(`/replay-jobs/${segment(id)}`, query),
  asyncapi: () => "/asyncapi",
  asyncapiOf: (machineId: string) => `/asyncapi/${segment(machineId)}`,
  pipes: (query: Query = {}) => withQuery("/pipes", query),
  /** Of a system or an imported service; no machine can be called `-`. */
  asyncapiDocument: (kind: "machine" | "system" | "import", name: string, query: Query = {}) =>
    withQuery(
      kind === "machine" ? `/asyncapi/${segment(name)}` : `/asyncapi/-/${kind}/${segment(name)}`,
      query,
    ),
  /** The official viewer on it. */
  asyncapiViewer: (kind: "machine" | "system" | "import", name: string, query: Query = {}) =>
    withQuery(`/asyncapi/-/viewer/${kind}/${segment(name)}`, query),
  /** What stands in the viewer's frame. */
  asyncapiFrame: (kind: "machine" | "system" | "import", name: string, query: Query = {}) =>
    withQuery(`/asyncapi-viewer/${kind}/${segment(name)}`, query),
  audit: (query: Query = {}) => withQuery("/audit", query),
  alerts: () => "/alerts",
  settings: () => "/settings",
  alertChannels: () => "/settings/channels",
  retention: () => "/settings/retention",
  redaction: () => "/settings/redaction",
  sealKeys: () => "/settings/keys",
  search: (text: string) => withQuery("/search", { q: text }),
  account: () => "/settings/account",
  users: () => "/settings/users",
  roles: () => "/settings/roles",
  tokens: () => "/settings/tokens",
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
