/** What a strategy knows of a failure. */
export interface MessageFailure {
  /** Tries that failed, this one included. */
  readonly attempts: number;
  /** What the handler threw: a strategy may give up at once on what will never get better. */
  readonly error: unknown;
  /** Milliseconds since the first try that failed, by the store's clock; 0 for that one itself. */
  readonly failingForMs: number;
}

/**
 * When a message that failed is tried again: a delay, never an instant, so that the store's clock alone decides when it is over.
 *
 * @returns milliseconds to wait; undefined to give the message up
 */
export type RetryStrategy = (failure: MessageFailure) => number | undefined;

/** Limits of every strategy; without one it never gives up. */
export interface RetryLimits {
  /** Tries in all, the first included. */
  readonly attemptsMax?: number;
  /** From the first failure to the try that would follow, in milliseconds. */
  readonly totalMsMax?: number;
}
