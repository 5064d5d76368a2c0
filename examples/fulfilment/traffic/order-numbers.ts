import { closeSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";

/** The numbers of the demo begin here, so that order 42 comes soon. */
export const FIRST_NUMBER = 40;

const LOCK_STALE_MS = 5_000;

/** An endless run takes its numbers in small portions, since those it does not use are lost. */
const PORTION = 20;

/**
 * Gives order numbers one after the other: from `first`, or those that no other run has used or will use according to
 * `file`, or simply from 40. Gives undefined while another run is just taking numbers.
 */
export function numberSource(source: {
  readonly first?: number;
  readonly file?: string;
  readonly orders: number;
}): () => number | undefined {
  const { first, file, orders } = source;
  if (first !== undefined || file === undefined) {
    let number = first ?? FIRST_NUMBER;
    return () => number++;
  }
  let next = 0;
  let end = 0;
  return () => {
    if (next === end) {
      const count = Number.isFinite(orders) ? orders : PORTION;
      const taken = takeNumbers(file, count);
      if (taken === undefined) return undefined;
      next = taken;
      end = taken + count;
    }
    return next++;
  };
}

/**
 * Take `count` numbers and say which is the first; undefined if another run holds the lock. The file holds the next
 * free number; a lock file beside it keeps two runs apart.
 */
export function takeNumbers(file: string, count: number): number | undefined {
  const lock = `${file}.lock`;
  if (!acquire(lock)) return undefined;
  try {
    const first = readNext(file);
    writeFileSync(file, `${first + count}\n`, { mode: 0o600 });
    return first;
  } finally {
    rmSync(lock, { force: true });
  }
}

function acquire(lock: string): boolean {
  try {
    closeSync(openSync(lock, "wx", 0o600));
    return true;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    if (isStale(lock)) rmSync(lock, { force: true });
    return false;
  }
}

/** A run that was killed in between leaves its lock behind. */
function isStale(lock: string): boolean {
  const held = statSync(lock, { throwIfNoEntry: false });
  return held !== undefined && Date.now() - held.mtimeMs > LOCK_STALE_MS;
}

function readNext(file: string): number {
  if (statSync(file, { throwIfNoEntry: false }) === undefined) return FIRST_NUMBER;
  const next = Number(readFileSync(file, "utf8"));
  return Number.isSafeInteger(next) && next >= FIRST_NUMBER ? next : FIRST_NUMBER;
}
