import type { CancelTimer, Clock, Timers } from "../kernel/clock.ts";

/** A clock that moves when a test says so. */
export interface ManualClock extends Clock, Timers {
  /** Move forward, running the timers that fall due, each at its own time, in order. */
  advance(ms: number): void;
  /** Jump to a time, also backwards, without running timers; those keep the delay they have left. */
  set(at: Date): void;
  /** How many timers are waiting. */
  waitingTimers(): number;
  /** When the next timer falls due; undefined if none waits. */
  nextDueAt(): Date | undefined;
}

interface Timer {
  dueMs: number;
  readonly run: () => void;
}

/** Make a clock that stands still at `start`. */
export function manualClock(start: Date = new Date("2026-01-01T00:00:00.000Z")): ManualClock {
  let nowMs = start.getTime();
  const timers = new Set<Timer>();

  const nextDue = (untilMs: number): Timer | undefined =>
    [...timers].filter(({ dueMs }) => dueMs <= untilMs).sort((a, b) => a.dueMs - b.dueMs)[0];

  return {
    now: () => new Date(nowMs),
    after(delayMs, run): CancelTimer {
      const timer: Timer = { dueMs: nowMs + Math.max(0, delayMs), run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance(ms) {
      const untilMs = nowMs + ms;
      for (let timer = nextDue(untilMs); timer !== undefined; timer = nextDue(untilMs)) {
        timers.delete(timer);
        nowMs = Math.max(nowMs, timer.dueMs);
        timer.run();
      }
      nowMs = untilMs;
    },
    set(at) {
      const shiftMs = at.getTime() - nowMs;
      for (const timer of timers) timer.dueMs += shiftMs;
      nowMs = at.getTime();
    },
    waitingTimers: () => timers.size,
    nextDueAt() {
      const next = nextDue(Number.POSITIVE_INFINITY);
      return next === undefined ? undefined : new Date(next.dueMs);
    },
  };
}
