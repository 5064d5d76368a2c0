/** Wakes all who wait for the next change. */
export interface Broadcast {
  notify(): void;
  next(): Promise<void>;
}

export function createBroadcast(): Broadcast {
  let wake: () => void = () => undefined;
  let waiting: Promise<void> | undefined;
  return {
    notify() {
      waiting = undefined;
      wake();
    },
    next() {
      waiting ??= new Promise((resolve) => {
        wake = resolve;
      });
      return waiting;
    },
  };
}
