import type { TokenScope } from "@sagascope/core/postgres";
import type { Permission } from "./permissions.ts";

/** Who is let through at a path; a test asks each as everybody and compares. */
export type HttpAccess =
  | { readonly kind: "anybody" }
  /** Nobody at first; anybody, once an admin has opened it. */
  | { readonly kind: "anybody once opened" }
  | { readonly kind: "token"; readonly scope: TokenScope }
  /** People with the permission, for their own machines; and tokens that stand in for such people, where it is said. */
  | { readonly kind: "permission"; readonly permission: Permission; readonly byToken: boolean }
  /** What is asked for there says itself who may: `AUTH_ROUTES`, the procedures. */
  | { readonly kind: "inside" };

/** A path of HTTP that is no page, and who is let through. */
export interface HttpRoute {
  /** As in `app/`, with the folder's own words for what varies. */
  readonly path: string;
  readonly methods: readonly ("GET" | "POST")[];
  readonly may: HttpAccess;
  /** What the table says besides. */
  readonly note?: string;
}

/** Every one there is: a test compares this with the folders of `app/`, and asks each as everybody. Pages go through `proxy.ts`. */
export const HTTP_ROUTES: readonly HttpRoute[] = [
  {
    path: "/api/auth/[...all]",
    methods: ["GET", "POST"],
    may: { kind: "inside" },
    note: "anybody, from a page of ours: signing in and out; what changes an account needs its session",
  },
  { path: "/api/events/[topic]", methods: ["POST"], may: { kind: "token", scope: "ingest" } },
  {
    path: "/api/export/instances",
    methods: ["GET"],
    may: { kind: "permission", permission: "view", byToken: true },
  },
  { path: "/api/health", methods: ["GET"], may: { kind: "anybody" } },
  { path: "/api/metrics", methods: ["GET"], may: { kind: "token", scope: "metrics" } },
  {
    path: "/api/trpc/[trpc]",
    methods: ["GET", "POST"],
    may: { kind: "inside" },
    note: "as the procedure says, above",
  },
  {
    path: "/asyncapi-viewer/[kind]/[name]",
    methods: ["GET"],
    may: { kind: "permission", permission: "view", byToken: false },
  },
  {
    path: "/asyncapi-viewer/files/[file]",
    methods: ["GET"],
    may: { kind: "anybody" },
    note: "a script of a published package",
  },
  {
    path: "/public/asyncapi/[...path]",
    methods: ["GET"],
    may: { kind: "anybody once opened" },
  },
];

/** Who is let through, in words. */
export function whoMay({ may, note }: HttpRoute): string {
  if (may.kind === "inside") return note ?? "";
  const words = wordsOf(may);
  return note === undefined ? words : `${words}: ${note}`;
}

function wordsOf(may: Exclude<HttpAccess, { readonly kind: "inside" }>): string {
  switch (may.kind) {
    case "anybody":
      return "anybody";
    case "anybody once opened":
      return "anybody, once an admin has opened the pages; before, 404 for everybody";
    case "token":
      return `tokens with the scope \`${may.scope}\``;
    case "permission":
      return `\`${may.permission}\`, of one's own machines${may.byToken ? ", by a token too" : ""}`;
  }
}
