import { SagascopeError } from "@sagascope/core/errors";
import type { PrismaClient } from "@sagascope/database";
import type pg from "pg";
import type { Actor } from "../access/actor.ts";
import { admitActor } from "../access/admit.ts";
import { narrowDoors } from "../access/narrow-doors.ts";
import { type DocumentKey, getDocument } from "../reads/asyncapi/get-document.ts";
import { parsedDocument } from "../reads/asyncapi/parsed-document.ts";

/**
 * A document in the official viewer of AsyncAPI, as a page for a frame. The viewer compiles schemas to code when it is loaded,
 * which the console's own policy forbids, and shows what anybody may have written: so it runs in a sandbox without an origin,
 * where there is no cookie, no storage and no way to ask the console for anything.
 */
export async function serveViewer(
  doors: { readonly prisma: PrismaClient; readonly pool: pg.Pool },
  actor: Actor | undefined,
  key: DocumentKey,
): Promise<Response> {
  const entry = admitActor("/asyncapi-viewer/[kind]/[name]", actor);
  if (entry.kind === "refused") return plain(entry.status, entry.message);
  const { machines } = entry.actor;
  const own = machines === undefined ? doors : narrowDoors(doors.pool, machines);
  try {
    const { json, title } = await getDocument(own, key);
    return page(title, await parsedDocument(json));
  } catch (error) {
    if (!(error instanceof SagascopeError) || error.fault !== "caller") throw error;
    return plain(404, error.message);
  }
}

/** The version that an address names; undefined for the present one, and for what can be none. */
export function versionIn(address: string): number | undefined {
  const version = new URL(address).searchParams.get("version") ?? "";
  return /^[1-9]\d{0,8}$/.test(version) ? Number(version) : undefined;
}

const FILES = "/asyncapi-viewer/files";

/** The viewer's colours on light ground, darkened until they can be read (a contrast of 4.5 or more, WCAG 1.4.3). */
const READABLE = `
.panel-item--center .text-gray-500, .panel-item--center .text-gray-600 { color: #374151 !important; }
.panel-item--center .text-gray-700 { color: #1f2937 !important; }
.panel-item--center .text-teal-500 { color: #115e59 !important; }
.panel-item--center [class*="border-orange-300"] { color: #7c2d12 !important; }
.panel-item--center [class*="border-blue-300"] { color: #1e3a8a !important; }
.bg-orange-600 { background: #9a3412 !important; }
.bg-teal-500 { background: #115e59 !important; }
.bg-blue-500, .bg-blue-600 { background: #1d4ed8 !important; }
.bg-green-600 { background: #166534 !important; }
`;

function page(title: string, parsed: string): Response {
  const nonce = crypto.randomUUID();
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escaped(title)}</title>
<link rel="stylesheet" href="${FILES}/default.min.css">
<style nonce="${nonce}">body { margin: 0; background: #fff; font-family: system-ui, sans-serif; }${READABLE}</style>
</head>
<body>
<div id="viewer"></div>
<script id="document" type="application/json" nonce="${nonce}">${parsed.replaceAll("<", "\\u003c")}</script>
<script src="${FILES}/without-parser.js" nonce="${nonce}"></script>
<script nonce="${nonce}">
AsyncApiStandalone.render(
  { schema: document.getElementById("document").textContent, config: { show: { errors: false } } },
  document.getElementById("viewer"),
);
</script>
</body>
</html>
`;
  return new Response(html, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy(nonce),
      "cache-control": "private, no-store",
    },
  });
}

function policy(nonce: string): string {
  return [
    "sandbox allow-scripts allow-popups",
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'unsafe-eval'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src data:",
    "font-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join("; ");
}

function plain(status: number, text: string): Response {
  return new Response(`${text}\n`, {
    status,
    headers: { "content-type": "text/plain; charset=utf-8" },
  });
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
