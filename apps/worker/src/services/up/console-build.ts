import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/** What the built console depends on, relative to the root of the repository. */
const SOURCES = [
  "apps/web",
  "packages/core/package.json",
  "packages/core/src",
  "prisma/package.json",
  "prisma/schema.prisma",
  "prisma/src",
  "package-lock.json",
  "tsconfig.base.json",
];
const NOT_SOURCES = /(^|\/)(node_modules|\.next|next-env\.d\.ts)$|\.test\.tsx?$|\.tsbuildinfo$/;
const STAMP = "apps/web/.next/sagascope-sources";
const BUILD_ID = "apps/web/.next/BUILD_ID"; // Next writes it last

/** A hash over names and contents of everything that goes into the console. */
export function hashConsoleSources(root: string): string {
  const hash = createHash("sha256");
  for (const file of SOURCES.flatMap((source) => listFiles(root, source))) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(root, file)))
      .update("\0");
  }
  return hash.digest("hex");
}

/** Whether the console was built from exactly these sources. */
export function isConsoleBuilt(root: string, sourcesHash: string): boolean {
  const stamp = path.join(root, STAMP);
  if (!hasBuild(root) || !existsSync(stamp)) return false;
  return readFileSync(stamp, "utf8") === sourcesHash;
}

/** Whether there is a complete build, of whatever sources. */
export function hasBuild(root: string): boolean {
  return existsSync(path.join(root, BUILD_ID));
}

/** Note that the build that just ended was made from these sources. */
export function markConsoleBuilt(root: string, sourcesHash: string): void {
  writeFileSync(path.join(root, STAMP), sourcesHash);
}

function listFiles(root: string, source: string): string[] {
  const at = path.join(root, source);
  if (NOT_SOURCES.test(source) || !existsSync(at)) return [];
  const entries = readdirIfFolder(at);
  return entries === undefined
    ? [source]
    : entries.flatMap((name) => listFiles(root, `${source}/${name}`));
}

function readdirIfFolder(at: string): string[] | undefined {
  try {
    return readdirSync(at).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOTDIR") return undefined;
    throw error;
  }
}
