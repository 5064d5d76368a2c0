import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { findCommand, isRunning } from "../processes/running-process.ts";
import { EmbeddedPostgresError } from "./errors.ts";
import type { PostmasterPid } from "./postmaster-pid.ts";
import { parsePostmasterPid } from "./postmaster-pid.ts";

const POLL_MS = 25;
const SETTLE_MS = 60_000; // crash recovery of a large write-ahead log takes its time

/** Read `postmaster.pid`; `undefined` if there is none, or none that is complete. */
export function readPostmasterPid(dataDir: string): PostmasterPid | undefined {
  const file = path.join(dataDir, "postmaster.pid");
  return existsSync(file) ? parsePostmasterPid(readFileSync(file, "utf8")) : undefined;
}

/**
 * The server that outlived whoever started it, once it takes connections. One that is on its way out is waited for,
 * and a file whose process id now belongs to some other program is removed: Postgres itself would refuse to start.
 *
 * @throws {EmbeddedPostgresError} if the server stays neither up nor down
 */
export async function findLeftover(dataDir: string): Promise<PostmasterPid | undefined> {
  for (let waitedMs = 0; waitedMs < SETTLE_MS; waitedMs += POLL_MS) {
    const found = readPostmasterPid(dataDir);
    if (found === undefined || !isRunning(found.pid)) return undefined;
    if (!isPostgres(found.pid)) {
      rmSync(path.join(dataDir, "postmaster.pid"), { force: true });
      return undefined;
    }
    if (found.status === "ready") return found;
    await delay(POLL_MS);
  }
  throw new EmbeddedPostgresError(`an earlier server in '${dataDir}' neither starts nor stops`);
}

/** Benefit of the doubt where the command cannot be told. */
function isPostgres(pid: number): boolean {
  return findCommand(pid)?.includes("postgres") ?? true;
}
