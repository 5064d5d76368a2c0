import type { AlertSignal } from "./alert-rule.ts";

/** Between evaluations, from the end of one to the begin of the next. */
export const EVALUATE_MS = 5_000;
/** A leader that is not heard of for three evaluations is replaced. */
export const LEAD_LEASE_MS = 3 * EVALUATE_MS;

/** A step's calls and timers are written with it, but an event may be on its way. */
export const SETTLE_MS = 5_000;
/** Past this, work that is due is late; less is the pace of polling. */
export const LATE_MS = 5_000;
/** A worker that said nothing for so long is taken for dead. */
export const WORKER_ALIVE_MS = 15_000;

/** How long something is so before its signal says it. */
const SIGNAL_DELAYS_MS = {
  "new-letter": 0,
  "stuck-compensation": SETTLE_MS,
  overdue: LATE_MS,
  "oldest-waiting": 0,
  "no-worker": WORKER_ALIVE_MS,
  "compensation-ratio": 0,
} as const satisfies Readonly<Record<AlertSignal, number>>;

/**
 * The longest that it takes until an alert is raised and handed to its channels, besides what the database takes to answer: whoever led
 * died just as it came to be so; another process, which has just looked, has to wait until the lease is over.
 */
export function raisedWithinMs(signal: AlertSignal): number {
  return Math.max(SIGNAL_DELAYS_MS[signal], LEAD_LEASE_MS) + EVALUATE_MS;
}
