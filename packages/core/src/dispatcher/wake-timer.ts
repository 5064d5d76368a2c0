const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

/** One timer for all that is due later: it fires at the earliest time that was asked for. */
export interface WakeTimer {
  wakeIn(delayMs: number): void;
}

export function createWakeTimer(nowMs: () => number, wake: () => void): WakeTimer {
  let timer: NodeJS.Timeout | undefined;
  let atMs = Number.POSITIVE_INFINITY;
  return {
    wakeIn(delayMs) {
      const askedMs = nowMs() + delayMs;
      if (askedMs >= atMs) return;
      atMs = askedMs;
      clearTimeout(timer);
      const fire = () => {
        atMs = Number.POSITIVE_INFINITY;
        wake();
      };
      timer = setTimeout(fire, Math.min(delayMs + 1, LONGEST_TIMEOUT_MS));
      timer.unref();
    },
  };
}
