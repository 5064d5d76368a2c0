import type { Sleepers } from "../runtime/run-once.ts";
import { type ManualClock, manualClock } from "./manual-clock.ts";

/** A clock for tests of services that take their time: they sleep on it, and it moves when the test says so. */
export interface SimulatedClock extends ManualClock, Sleepers {
  /**
   * Wait for simulated time to pass. A fake service that sleeps lets the engine's run end without it; it goes on when the
   * clock has moved.
   *
   * @param signal - the call's own: when it aborts, the sleep is over
   * @throws the signal's reason, once it aborts
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/**
 * Make a simulated clock that stands still at `start`, or shares the time of another clock: engines that work side by side
 * and are not to wait for each other's services each have one of their own.
 */
export function simulatedClock(start?: Date | ManualClock): SimulatedClock {
  const clock = start === undefined || start instanceof Date ? manualClock(start) : start;
  const listeners = new Set<() => void>();
  let sleeping = 0;
  return {
    ...clock,
    count: () => sleeping,
    onSleep: (listener) => void listeners.add(listener),
    sleep(ms, signal) {
      if (ms <= 0 && !signal?.aborted) return Promise.resolve();
      return new Promise((resolve, reject) => {
        const wake = (end: () => void) => () => {
          sleeping -= 1;
          cancel();
          signal?.removeEventListener("abort", abort);
          end();
        };
        const abort = wake(() => reject(signal?.reason));
        const cancel = clock.after(ms, wake(resolve));
        sleeping += 1;
        if (signal?.aborted) return abort();
        signal?.addEventListener("abort", abort, { once: true });
        for (const listener of listeners) listener();
      });
    },
  };
}
