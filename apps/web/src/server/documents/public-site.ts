import { type DocsSite, docsSite } from "@sagascope/core";
import { arePagesPublic, fromPg, listCurrentDocuments } from "@sagascope/core/postgres";
import type pg from "pg";

const DOCUMENTS_MAX = 500;
/** Anybody may ask as often as they like, so the pages are not made anew for each of them. */
const KEPT_MS = 10_000;

const kept = new WeakMap<
  pg.Pool,
  { readonly madeAtMs: number; readonly site: Promise<DocsSite> }
>();

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  css: "text/css; charset=utf-8",
  json: "application/json; charset=utf-8",
  yaml: "application/yaml; charset=utf-8",
};

/**
 * A file of the public pages: what is declared, and nothing of what was seen. Machines that are hidden are left out, and so
 * are other people's documents, which are theirs to publish. 404 for everything while an admin has not opened them, so that
 * nobody learns whether there is something.
 */
export async function servePublicSite(pool: pg.Pool, path: readonly string[]): Promise<Response> {
  if (!(await arePagesPublic(fromPg(pool)))) return notFound();
  const site = await publicSite(pool);
  const file = path.length === 0 ? "index.html" : path.join("/");
  const text = site.get(file);
  if (text === undefined) return notFound();
  return new Response(text, {
    headers: {
      "content-type": TYPES[file.slice(file.lastIndexOf(".") + 1)] ?? "text/plain; charset=utf-8",
      "content-security-policy": POLICY,
      "cache-control": "no-cache", // closing them must hold at once
    },
  });
}

function publicSite(pool: pg.Pool): Promise<DocsSite> {
  const known = kept.get(pool);
  if (known && performance.now() - known.madeAtMs < KEPT_MS) return known.site;
  const site = makeSite(pool);
  kept.set(pool, { madeAtMs: performance.now(), site });
  site.catch(() => kept.delete(pool));
  return site;
}

async function makeSite(pool: pg.Pool): Promise<DocsSite> {
  const documents = await listCurrentDocuments(fromPg(pool), { limit: DOCUMENTS_MAX });
  return docsSite(documents.filter(({ kind, isHidden }) => kind !== "import" && !isHidden));
}

/** These pages bring a style sheet and nothing else. */
const POLICY =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

function notFound(): Response {
  return new Response("There is nothing here.\n", {
    status: 404,
    headers: { "content-type": "text/plain; charset=utf-8", "content-security-policy": POLICY },
  });
}
