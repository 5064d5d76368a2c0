/** Permits of one process, taken from a shared count in handfuls, so that not every request asks the database. */
export interface PermitPurse {
  /** Take one; `refusedMs` is how long there is none, 0 if there was one. */
  take(key: string): Promise<{ readonly refusedMs: number }>;
}

/** Gets permits from the shared count: how many, and for how long they are good. */
export type FetchPermits = (
  key: string,
  count: number,
) => Promise<{ readonly granted: number; readonly leftMs: number }>;

interface Handful {
  readonly granted: number;
  left: number;
  readonly endsAtMs: number;
}

const KEYS_MAX = 10_000;

/**
 * A purse that takes `handful` permits at a time. What a process does not use before its window ends is lost, so the limit may be
 * reached a few handfuls early, but never passed, however many processes there are.
 */
export function createPermitPurse(
  fetch: FetchPermits,
  handful: number,
  nowMs: () => number = () => performance.now(),
): PermitPurse {
  const held = new Map<string, Handful>();
  const fetching = new Map<string, Promise<Handful>>();

  async function fill(key: string): Promise<Handful> {
    const askedAtMs = nowMs(); // the answer is older than its arrival
    const { granted, leftMs } = await fetch(key, handful);
    const filled = { granted, left: granted, endsAtMs: askedAtMs + leftMs };
    if (held.size >= KEYS_MAX) held.clear();
    held.set(key, filled);
    return filled;
  }

  return {
    async take(key) {
      for (;;) {
        const have = held.get(key);
        if (have && have.endsAtMs > nowMs()) {
          if (have.left === 0) return { refusedMs: have.endsAtMs - nowMs() };
          have.left -= 1;
          if (have.left === 0) held.delete(key); // the next one asks for more
          return { refusedMs: 0 };
        }
        const pending = fetching.get(key) ?? fill(key).finally(() => fetching.delete(key));
        fetching.set(key, pending);
        const filled = await pending;
        if (filled.granted === 0) return { refusedMs: Math.max(1, filled.endsAtMs - nowMs()) };
      }
    },
  };
}
