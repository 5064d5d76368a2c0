import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { pid as ownPid } from "node:process";
import { findCommand, isRunning } from "./running-process.ts";

/** Somebody else's hold on a lock file. */
export interface LockHolder {
  readonly holder: number;
}

/** A lock file that is ours. */
export interface HeldLock {
  /** Whether a holder before us was killed, so that something of it may still be about. */
  readonly takenOver: boolean;
  release(): void;
}

/**
 * Take a lock that is a file holding its owner's process id. A file whose owner is gone, or whose id now belongs to
 * a program that is none of ours, is a leftover and taken over.
 */
export function takeLock(file: string): HeldLock | LockHolder {
  for (let takenOver = false; ; takenOver = true) {
    if (createLock(file)) return { takenOver, release: () => rmSync(file, { force: true }) };
    const holder = readHolder(file);
    if (holder !== undefined && isOurs(holder)) return { holder };
    rmSync(file, { force: true });
  }
}

/** Written aside and linked, so that nobody ever reads a lock without its owner. */
function createLock(file: string): boolean {
  const aside = `${file}.${ownPid}`;
  writeFileSync(aside, String(ownPid), { mode: 0o600 });
  try {
    linkSync(aside, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function readHolder(file: string): number | undefined {
  try {
    const pid = Number(readFileSync(file, "utf8"));
    return Number.isInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined; // released this moment
  }
}

/** Process ids are reused, in a restarted container even the same ones. */
function isOurs(pid: number): boolean {
  if (pid === ownPid || !isRunning(pid)) return false;
  return /node|sagascope/.test(findCommand(pid) ?? "node");
}
