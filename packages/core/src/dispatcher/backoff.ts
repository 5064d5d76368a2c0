import { exponentialDelayMs } from "../kernel/exponential-delay.ts";

/** Wait after the first failed try of an envelope. */
const DOUBLING = { baseMs: 200, factor: 2, maxMs: 30_000 };

/**
 * Wait before the next try: doubled for each failed one, with half of it random so that subjects that failed together
 * do not come back together. Never zero: an immediate retry is a hot loop.
 *
 * @param attempts - failed tries so far, at least 1
 * @param random - within [0, 1)
 */
export function backoffMs(attempts: number, random: () => number = Math.random): number {
  const full = exponentialDelayMs(DOUBLING, attempts);
  return Math.round(full / 2 + (full / 2) * random());
}
