import { exponentialDelayMs } from "../kernel/exponential-delay.ts";

/** Beyond this the doubling is far above any longest wait that makes sense. */
const DOUBLINGS_MAX = 16;

/** Wait after so many failed cycles in a row, in milliseconds: doubled each time, up to a longest one. */
export function feedRetryDelayMs(failures: number, minMs: number, maxMs: number): number {
  const doubling = { baseMs: minMs, factor: 2, maxMs };
  return exponentialDelayMs(doubling, Math.min(failures, DOUBLINGS_MAX + 1));
}
