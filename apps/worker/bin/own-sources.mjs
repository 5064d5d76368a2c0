// Loads our own sources, in the thread that Node loads modules in. tsx names every function anew each time it is made (`keepNames`),
// which costs the engine a seventh of its processor time, and nothing of ours asks for a function's name.
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { transform } from "esbuild";

/** As tsconfig.base.json says. */
const TARGET = "es2023";
let folders = [];

export function initialize(given) {
  folders = given;
}

export async function load(url, context, nextLoad) {
  if (!url.endsWith(".ts") || !folders.some((folder) => url.startsWith(folder))) {
    return nextLoad(url, context);
  }
  const sourcefile = fileURLToPath(url);
  const { code } = await transform(await readFile(sourcefile, "utf8"), {
    ...{ loader: "ts", format: "esm", target: TARGET, sourcefile, sourcemap: "inline" },
  });
  return { format: "module", source: code, shortCircuit: true };
}
