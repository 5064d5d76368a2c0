/** A path of HTTP that is no page, and who is let through. */
export interface HttpRoute {
  /** As in `app/`, with the folder's own words for what varies. */
  readonly path: string;
  readonly methods: readonly ("GET" | "POST")[];
  readonly who: string;
}

/** Every one there is: a test compares this with the folders of `app/`, and asks each as everybody. Pages go through `proxy.ts`. */
export const HTTP_ROUTES: readonly HttpRoute[] = [
  {
    path: "/api/auth/[...all]",
    methods: ["GET", "POST"],
    who: "anybody, from a page of ours: signing in and out; what changes an account needs its session",
  },
  {
    path: "/api/events/[topic]",
    methods: ["POST"],
    who: "tokens with the scope `ingest`",
  },
  {
    path: "/api/export/instances",
    methods: ["GET"],
    who: "`view`; of one's own machines",
  },
  { path: "/api/health", methods: ["GET"], who: "anybody" },
  { path: "/api/metrics", methods: ["GET"], who: "tokens with the scope `metrics`" },
  {
    path: "/api/trpc/[trpc]",
    methods: ["GET", "POST"],
    who: "as the procedure says, above",
  },
  {
    path: "/asyncapi-viewer/[kind]/[name]",
    methods: ["GET"],
    who: "`view`, of one's own machines",
  },
  {
    path: "/asyncapi-viewer/files/[file]",
    methods: ["GET"],
    who: "anybody: a script of a published package",
  },
  {
    path: "/public/asyncapi/[...path]",
    methods: ["GET"],
    who: "anybody, once an admin has opened the pages; before, 404 for everybody",
  },
];
