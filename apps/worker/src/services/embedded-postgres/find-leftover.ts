import { existsSync, readFileSync, writeFileSync } from "node:fs";
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

/** No process has this id on any system. */
const NOBODYS_PID = 2_147_483_647;

/**
 * The server that outlived whoever started it, once it takes connections. One that is on its way out is waited for.
 * Where the id of a dead one is still taken (by a zombie, or by another program since), Postgres would refuse to start;
 * the id in its file is replaced then, but the file is kept: with it Postgres sees whether the dead one's children live.
 *
 * @throws {EmbeddedPostgresError} if the server stays neither up nor down
 */
export async function findLeftover(dataDir: string): Promise<PostmasterPid | undefined> {
  for (let waitedMs = 0; waitedMs < SETTLE_MS; waitedMs += POLL_MS) {
    const found = readPostmasterPid(dataDir);
    if (found === undefined) return undefined;
    if (!isRunning(found.pid) || !isPostgres(found.pid)) {
      disownPid(path.join(dataDir, "postmaster.pid"));
      return undefined;
    }
    if (found.status === "ready") return found;
    await delay(POLL_MS);
  }
  throw new EmbeddedPostgresError(`an earlier server in '${dataDir}' neither starts nor stops`);
}

function disownPid(file: string): void {
  if (!existsSync(file)) return; // it went away in the meantime
  writeFileSync(file, readFileSync(file, "utf8").replace(/^\d+/, String(NOBODYS_PID)));
}

/** Benefit of the doubt where the command cannot be told. */
function isPostgres(pid: number): boolean {
  return findCommand(pid)?.includes("postgres") ?? true;
}
