import { dueAtMs, type Lane, suspectOf } from "./lane.ts";

/** Lanes with something to do that do nothing now: those that may begin, and those that wait for a time. */
export interface ReadyLanes {
  /** The lane has something to do; again when that changed. */
  put(lane: Lane): void;
  remove(lane: Lane): void;
  /** Lanes of which something is due, longest waiting first. */
  due(nowMs: number): Iterable<Lane>;
  ableCount(nowMs: number): number;
  /** Lanes with a suspect at their head. */
  suspects(): Iterable<Lane>;
  /** When the next lane that waits may begin; undefined if none waits. */
  nextDueMs(nowMs: number): number | undefined;
}

/** Many lanes may wait for a time, as after an outage: they are looked at only when one of them is due. */
export function createReadyLanes(): ReadyLanes {
  const able = new Set<Lane>();
  const waiting = new Map<Lane, number>();
  const suspects = new Set<Lane>();
  let nowMs = Number.NEGATIVE_INFINITY; // the latest time that was asked about
  let nextMs = Number.POSITIVE_INFINITY; // no lane in `waiting` is due before
  let isExact = true; // and one is due then

  const stopWaiting = (lane: Lane): void => {
    if (waiting.get(lane) === nextMs) isExact = false;
    waiting.delete(lane);
  };

  const sort = (lane: Lane, atMs: number): void => {
    stopWaiting(lane);
    if (atMs <= nowMs) {
      able.add(lane);
      return;
    }
    able.delete(lane);
    waiting.set(lane, atMs);
    if (atMs > nextMs) return;
    nextMs = atMs;
    isExact = true;
  };

  const findNext = (): void => {
    nextMs = Number.POSITIVE_INFINITY;
    for (const dueMs of waiting.values()) nextMs = Math.min(nextMs, dueMs);
    isExact = true;
  };

  const wake = (atMs: number): void => {
    nowMs = Math.max(nowMs, atMs);
    if (nowMs < nextMs) return;
    for (const [lane, dueMs] of [...waiting]) if (dueMs <= nowMs) sort(lane, dueMs);
    findNext();
  };

  return {
    put(lane) {
      const atMs = dueAtMs(lane);
      if (atMs === undefined) return;
      if (suspectOf(lane) === undefined) suspects.delete(lane);
      else suspects.add(lane);
      sort(lane, atMs);
    },
    remove(lane) {
      able.delete(lane);
      stopWaiting(lane);
      suspects.delete(lane);
    },
    due(atMs) {
      wake(atMs);
      return able;
    },
    ableCount(atMs) {
      wake(atMs);
      return able.size;
    },
    suspects: () => suspects,
    nextDueMs(atMs) {
      wake(atMs);
      if (!isExact) findNext();
      return waiting.size === 0 ? undefined : nextMs;
    },
  };
}
