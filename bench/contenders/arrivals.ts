/** Lets one side wait for what the other side reports by name. */
export interface Arrivals {
  /** Settles when this name arrives the next time. */
  of(name: string): Promise<void>;
  arrived(name: string): void;
}

export function createArrivals(): Arrivals {
  const waiting = new Map<string, () => void>();
  return {
    of: (name) => new Promise((resolve) => waiting.set(name, resolve)),
    arrived(name) {
      waiting.get(name)?.();
      waiting.delete(name);
    },
  };
}

/** A promise that settles at the n-th `count()`. */
export interface Countdown {
  readonly reached: Promise<void>;
  count(): void;
}

export function createCountdown(from: number): Countdown {
  let left = from;
  let settle = () => {};
  const reached = new Promise<void>((resolve) => {
    settle = resolve;
  });
  return {
    reached,
    count() {
      left -= 1;
      if (left === 0) settle();
    },
  };
}
