import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { CannotStartError } from "./errors.ts";

/** The files of one `sagascope up`, all below one folder. */
export interface DataFolder {
  readonly dir: string;
  readonly lockFile: string;
  /** How to reach what is running; see `running-house.ts`. */
  readonly runningFile: string;
  readonly sealKeysFile: string;
  readonly authSecretFile: string;
  readonly ingestTokenFile: string;
  /** The home of the embedded Postgres. */
  readonly postgresDir: string;
  /** Where a part's output goes. */
  logFile(part: string): string;
}

/** Name the files below `dir`; touches nothing. */
export function dataFolderAt(dir: string): DataFolder {
  return {
    dir,
    lockFile: path.join(dir, "up.lock"),
    runningFile: path.join(dir, "running.json"),
    sealKeysFile: path.join(dir, "seal.keys"),
    authSecretFile: path.join(dir, "auth.secret"),
    ingestTokenFile: path.join(dir, "ingest.token"),
    postgresDir: path.join(dir, "postgres"),
    logFile: (part) => path.join(dir, "logs", `${part}.log`),
  };
}

/**
 * Make the folder and see that it can be written.
 *
 * @throws {CannotStartError} if it cannot
 */
export function openDataFolder(dir: string): DataFolder {
  const folder = dataFolderAt(dir);
  try {
    mkdirSync(folder.dir, { recursive: true });
    mkdirSync(path.join(folder.dir, "logs"), { recursive: true, mode: 0o700 });
    const probe = path.join(folder.dir, `.probe-${randomBytes(4).toString("hex")}`);
    writeFileSync(probe, "");
    rmSync(probe);
  } catch (cause) {
    const { code = "unknown error" } = cause as NodeJS.ErrnoException;
    throw new CannotStartError(`data folder '${dir}' cannot be written: ${code}`, { cause });
  }
  return folder;
}

/**
 * The secret in a file, made by `create` on first use; the file is readable by its owner alone.
 *
 * @throws {CannotStartError} if others may read the file
 */
export function readOrCreateSecret(
  file: string,
  create: () => string = () => randomBytes(32).toString("base64url"),
): string {
  if (!existsSync(file)) writeFileSync(file, `${create()}\n`, { mode: 0o600, flag: "wx" });
  const openToOthers = (statSync(file).mode & 0o077) !== 0 && path.sep === "/";
  if (openToOthers) throw new CannotStartError(`secret '${file}' can be read by others: chmod 600`);
  return readFileSync(file, "utf8").trim();
}
