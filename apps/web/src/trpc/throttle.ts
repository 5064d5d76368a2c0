/** Runs what it is given at once, then at most once in each interval; the last call of a burst is never lost. */
export interface Throttle {
  call(run: () => void): void;
  cancel(): void;
}

/** @param intervalMs - the least time between two runs */
export function createThrottle(intervalMs: number): Throttle {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting: (() => void) | undefined;

  function start(): void {
    timer = setTimeout(() => {
      timer = undefined;
      const run = waiting;
      waiting = undefined;
      if (!run) return;
      start();
      run();
    }, intervalMs);
  }

  return {
    call(run) {
      if (timer !== undefined) {
        waiting = run;
        return;
      }
      start();
      run();
    },
    cancel() {
      clearTimeout(timer);
      timer = undefined;
      waiting = undefined;
    },
  };
}
