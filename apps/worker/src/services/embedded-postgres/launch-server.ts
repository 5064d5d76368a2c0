import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { findFreePort, isPortFree, LOOPBACK } from "../processes/free-port.ts";
import { programName } from "./binaries.ts";
import { EmbeddedPostgresError } from "./errors.ts";
import { readPostmasterPid } from "./find-leftover.ts";
import type { Home } from "./home.ts";
import { findLastPort } from "./home.ts";
import type { ServerUser } from "./server-user.ts";

const POLL_MS = 20;
const ATTEMPTS = 40;
const RETRY_MS = 250;

/** What passes: somebody took the free port first, or the children of a killed server are still ending. */
const PASSING_PROBLEM = /could not (bind|create any TCP)|shared memory block .* in use/;

/** For databases that nobody will miss: several times faster, and lost with the machine's power. */
const FORGETFUL = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"];

/** A server that takes connections, and when it ended. */
export interface LaunchedServer {
  readonly pid: number;
  readonly port: number;
  /** How it ended; never rejects. */
  readonly ended: Promise<string>;
}

export interface LaunchOptions {
  readonly binDir: string;
  readonly user: ServerUser | undefined;
  readonly durable: boolean;
  readonly maxConnections: number;
}

/**
 * Start Postgres on the port of the last time, or on a free one.
 *
 * @throws {EmbeddedPostgresError} if it ends before it takes connections; the message is its own last one
 */
export async function launchServer(home: Home, options: LaunchOptions): Promise<LaunchedServer> {
  for (let attempt = 1; ; attempt++) {
    const port = await choosePort(home);
    const child = spawnPostmaster(home, port, options);
    const ended = whenEnded(child);
    if (await becomesReady(home, child, ended)) {
      writeFileSync(home.portFile, String(port));
      return { pid: child.pid as number, port, ended };
    }
    const problem = lastProblem(readFileSync(home.logFile, "utf8")) || (await ended);
    if (attempt === ATTEMPTS || !PASSING_PROBLEM.test(problem)) {
      throw new EmbeddedPostgresError(problem);
    }
    await delay(RETRY_MS);
  }
}

/** The line of a server log that says why it gave up. */
export function lastProblem(log: string): string {
  const lines = log.trim().split("\n");
  const fatal = lines.findLast((line) => /\b(FATAL|PANIC):/.test(line)) ?? lines.at(-1) ?? "";
  return fatal.replace(/^.*?\b(FATAL|PANIC):\s*/, "");
}

async function choosePort(home: Home): Promise<number> {
  const last = findLastPort(home);
  if (last !== undefined && (await isPortFree(last, LOOPBACK))) return last;
  return findFreePort();
}

/** Detached, so that Ctrl-C in a terminal does not stop it before those who write to it. */
function spawnPostmaster(home: Home, port: number, options: LaunchOptions): ChildProcess {
  const settings = [
    "timezone=UTC",
    "log_timezone=UTC",
    `max_connections=${options.maxConnections}`,
    ...(options.durable ? [] : FORGETFUL),
  ].flatMap((setting) => ["-c", setting]);
  const where = ["-D", home.dataDir, "-p", String(port), "-h", LOOPBACK, "-k", ""];
  const log = openSync(home.logFile, "w", 0o600);
  try {
    return spawn(path.join(options.binDir, programName("postgres")), [...where, ...settings], {
      ...options.user,
      cwd: home.dataDir,
      detached: true,
      stdio: ["ignore", log, log],
    });
  } finally {
    closeSync(log);
  }
}

function whenEnded(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code, signal) =>
      resolve(signal ? `signal ${signal}` : `exit code ${code}`),
    );
  });
}

async function becomesReady(
  home: Home,
  child: ChildProcess,
  ended: Promise<string>,
): Promise<boolean> {
  let running = true;
  const over = ended.finally(() => {
    running = false;
  });
  while (running) {
    const found = readPostmasterPid(home.dataDir);
    if (found?.pid === child.pid && found?.status === "ready") return true;
    await Promise.race([over, delay(POLL_MS)]);
  }
  return false;
}
