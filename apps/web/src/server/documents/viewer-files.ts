import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";

const PACKAGE = "node_modules/@asyncapi/react-component";

/** What the viewer consists of: 2.5 MB of script, which no page of the console has in its own. */
const FILES: Readonly<Record<string, { readonly path: string; readonly type: string }>> = {
  "without-parser.js": {
    path: "browser/standalone/without-parser.js",
    type: "text/javascript; charset=utf-8",
  },
  "default.min.css": { path: "styles/default.min.css", type: "text/css; charset=utf-8" },
};

/** One of the viewer's files, as its package brings it. They hold nothing of ours, so that anybody may have them. */
export async function serveViewerFile(
  name: string,
  from: string = process.cwd(),
): Promise<Response> {
  const file = Object.hasOwn(FILES, name) ? FILES[name] : undefined;
  const root = file && findPackage(from);
  if (!file || root === undefined) return new Response("There is nothing here.\n", { status: 404 });
  return new Response(await readFile(path.join(root, file.path), "utf8"), {
    headers: { "content-type": file.type, "cache-control": "public, max-age=3600" },
  });
}

/** The package's folder, next to this program or above it. */
function findPackage(from: string): string | undefined {
  const folder = path.join(from, PACKAGE);
  if (existsSync(folder)) return folder;
  const above = path.dirname(from);
  return above === from ? undefined : findPackage(above);
}
