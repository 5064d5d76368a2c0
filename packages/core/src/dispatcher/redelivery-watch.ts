/** For how long redeliveries are expected after one was seen. */
const EXPECTED_MS = 60_000;

/**
 * Whether the inbox is asked before a step is planned. Redeliveries are rare: as a rule the receipt's key refuses one when the
 * step is written, and the batch is planned again. That costs a transaction, so that once it happened the inbox is asked first for
 * a while.
 */
export interface RedeliveryWatch {
  /** A commit met something that was there already. */
  seen(): void;
  areExpected(): boolean;
}

export function createRedeliveryWatch(nowMs: () => number): RedeliveryWatch {
  let untilMs = Number.NEGATIVE_INFINITY;
  return {
    seen() {
      untilMs = nowMs() + EXPECTED_MS;
    },
    areExpected: () => nowMs() < untilMs,
  };
}

/** The inbox is always asked. */
export const ALWAYS_EXPECTED: RedeliveryWatch = { seen: () => undefined, areExpected: () => true };
