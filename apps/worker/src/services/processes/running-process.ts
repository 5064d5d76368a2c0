import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { kill } from "node:process";
import { setTimeout as delay } from "node:timers/promises";

const POLL_MS = 25; // a process that is not our child can only be asked, not awaited
const WATCH_MS = 250;

/** Whether a process with this id exists, ours or not; one that is only waiting to be reaped does not count. */
export function isRunning(pid: number): boolean {
  try {
    kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  return !isZombie(pid);
}

function isZombie(pid: number): boolean {
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false; // no /proc here, or gone this moment
  }
}

/** The command line of a running process, or `undefined` if it cannot be told. */
export function findCommand(pid: number): string | undefined {
  const procFile = `/proc/${pid}/cmdline`;
  try {
    if (existsSync("/proc/self")) return readFileSync(procFile, "utf8").replaceAll("\0", " ");
    return execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
  } catch {
    return undefined;
  }
}

/**
 * Send a signal to a process that may be gone already; with a negative id, to its whole group.
 *
 * @throws {RangeError} if `pid` is 0, which would be our own group
 */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  if (pid === 0) throw new RangeError("pid must not be 0");
  try {
    kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/**
 * Wait until a process has gone, for at most `timeoutMs`; whether it has. Without a limit the wait does not keep our
 * own process alive.
 */
export async function waitUntilGone(
  pid: number,
  timeoutMs = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  const ref = Number.isFinite(timeoutMs);
  const pollMs = ref ? POLL_MS : WATCH_MS;
  for (let waitedMs = 0; isRunning(pid); waitedMs += pollMs) {
    if (waitedMs >= timeoutMs) return false;
    await delay(pollMs, undefined, { ref });
  }
  return true;
}
