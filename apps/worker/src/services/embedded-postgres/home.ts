import { randomBytes } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { isReachable } from "./reachable.ts";
import type { ServerUser } from "./server-user.ts";

/** Where root puts what its unprivileged server user could not reach (below `/root`, say). */
export const SHARED_STATE_DIR = "/var/lib/sagascope";

/** One embedded server's files. */
export interface Home {
  readonly dir: string;
  /** Postgres' own data folder; belongs to the server user. */
  readonly dataDir: string;
  /** The superuser's password, mode 0600, ours. */
  readonly passwordFile: string;
  /** The port of the last start, kept so that the URL stays the same. */
  readonly portFile: string;
  readonly logFile: string;
}

/**
 * Find or make the folder of a server. Where the server user cannot reach `wanted`, the folder is made in
 * {@link SHARED_STATE_DIR} and `wanted` becomes a symbolic link to it.
 */
export function openHome(wanted: string, user: ServerUser | undefined): Home {
  if (!existsSync(wanted)) create(wanted, user);
  const dir = realpathSync(wanted);
  return {
    dir,
    dataDir: path.join(dir, "data"),
    passwordFile: path.join(dir, "password"),
    portFile: path.join(dir, "port"),
    logFile: path.join(dir, "postgres.log"),
  };
}

function create(wanted: string, user: ServerUser | undefined): void {
  mkdirSync(path.dirname(wanted), { recursive: true });
  if (isReachable(path.dirname(wanted), user)) {
    mkdirSync(wanted);
    chmodSync(wanted, user === undefined ? 0o700 : 0o711);
    return;
  }
  mkdirSync(SHARED_STATE_DIR, { recursive: true, mode: 0o755 });
  const elsewhere = mkdtempSync(path.join(SHARED_STATE_DIR, "postgres-"));
  chmodSync(elsewhere, 0o711);
  symlinkSync(elsewhere, wanted);
}

/** The superuser's password, made up on first use. */
export function readOrCreatePassword({ passwordFile }: Home): string {
  if (!existsSync(passwordFile)) {
    writeFileSync(passwordFile, randomBytes(24).toString("base64url"), { mode: 0o600 });
  }
  return readFileSync(passwordFile, "utf8").trim();
}

/** The port of the last start, if there was one. */
export function findLastPort({ portFile }: Home): number | undefined {
  if (!existsSync(portFile)) return undefined;
  const port = Number(readFileSync(portFile, "utf8"));
  return Number.isInteger(port) && port > 0 ? port : undefined;
}
