/** A wait that grows with each failure, up to a longest one. */
export interface ExponentialDelay {
  readonly baseMs: number;
  readonly factor: number;
  readonly maxMs: number;
}

/**
 * Milliseconds to wait after so many failures in a row. A power too large for a number is the longest wait.
 *
 * @param failures - at least 1; fewer count as 1
 */
export function exponentialDelayMs(delay: ExponentialDelay, failures: number): number {
  const { baseMs, factor, maxMs } = delay;
  if (baseMs === 0) return 0;
  return Math.min(maxMs, baseMs * factor ** (Math.max(1, failures) - 1));
}
