import { mkdirSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { takeLock } from "../processes/pid-lock.ts";
import { startProcess } from "../processes/start-process.ts";
import { hasBuild, hashConsoleSources, isConsoleBuilt, markConsoleBuilt } from "./console-build.ts";
import { CannotStartError } from "./errors.ts";
import type { Program } from "./programs.ts";

const LOCK_POLL_MS = 250;

/** What building the console needs. */
export interface BuildOptions {
  readonly root: string;
  readonly program: Program;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly logFile: string;
  readonly signal: AbortSignal;
  readonly note: (text: string) => void;
}

/**
 * Build the console unless its build fits the sources. Houses of one checkout take turns.
 *
 * @throws {CannotStartError} if it cannot be built; the message names the log
 */
export async function buildConsole(options: BuildOptions): Promise<void> {
  const { root, signal, note } = options;
  const sourcesHash = hashConsoleSources(root);
  if (isConsoleBuilt(root, sourcesHash)) return;
  const lock = await waitForLock(root, signal);
  try {
    if (isConsoleBuilt(root, sourcesHash)) return; // somebody else built it meanwhile
    note("building the console (about half a minute, once)");
    await runBuild(options);
    markConsoleBuilt(root, sourcesHash);
  } finally {
    lock.release();
  }
}

async function waitForLock(root: string, signal: AbortSignal) {
  const dir = path.join(root, "node_modules/.cache");
  try {
    mkdirSync(dir, { recursive: true });
    for (;;) {
      const lock = takeLock(path.join(dir, "sagascope-console.lock"));
      if ("release" in lock) return lock;
      await delay(LOCK_POLL_MS, undefined, { signal });
    }
  } catch (cause) {
    signal.throwIfAborted();
    const { code = "unknown error" } = cause as NodeJS.ErrnoException;
    throw new CannotStartError(`console cannot be built: '${dir}': ${code}`, { cause });
  }
}

async function runBuild({ root, program, env, logFile, signal }: BuildOptions): Promise<void> {
  const build = startProcess({ ...program, env, logFile });
  const stop = () => void build.stop();
  signal.addEventListener("abort", stop);
  try {
    const how = await build.ended;
    signal.throwIfAborted();
    if (how.startsWith("exit code 0") && hasBuild(root)) return;
    throw new CannotStartError(`console could not be built: see '${logFile}'`);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
