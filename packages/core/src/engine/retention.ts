import { InvalidConfigError } from "../kernel/errors.ts";

/** What retention may take away. Dead letters have a policy of their own, since each purge of them is audited: `letterRetention`. */
export const RETAINED = ["events", "history", "instances", "receipts", "operations"] as const;

export type Retained = (typeof RETAINED)[number];

/**
 * How long, in ms, what is over is kept; what is not named is kept for ever. Whatever the age, nothing goes that is still needed: events
 * and history of running instances and open letters, events that a delivery or a feed still has to hand on, open letters,
 * unfinished instances, bulk jobs that run or are paused.
 *
 * - `events`: envelopes, since they were recorded
 * - `history`: steps of instances, since they were taken
 * - `instances`: finished ones with their calls, since they finished
 * - `receipts`: of the inbox, since they were written; a redelivery that comes later is handled again
 * - `operations`: what operators asked for: commands and bulk jobs, since they ended, and frozen selections that no job is kept of, since
 *   they were made; the audit of it all stays
 */
export type RetentionPolicy = Readonly<Partial<Record<Retained, number>>>;

const DAY_MS = 86_400_000;

/**
 * Less than a day is refused: it is a slip, and what is gone is gone.
 *
 * @throws {InvalidConfigError} naming the first setting that cannot be used
 */
export function checkRetention(policy: RetentionPolicy): RetentionPolicy {
  for (const [name, keepMs] of Object.entries(policy)) {
    if (!(RETAINED as readonly string[]).includes(name)) {
      throw new InvalidConfigError(name, `is not among ${RETAINED.join(", ")}`);
    }
    if (keepMs === undefined || (Number.isFinite(keepMs) && keepMs >= DAY_MS)) continue;
    throw new InvalidConfigError(name, "must be kept for at least a day (1d)");
  }
  return policy;
}

/** One thing that goes, or would. */
export interface Purged {
  readonly what: Retained;
  /** A table's partition that is dropped as a whole, or rows of a table that are deleted. */
  readonly kind: "partition" | "rows";
  /** The table or partition. */
  readonly name: string;
  /** How many rows; of a partition that would go, as the server's statistics have it. */
  readonly rows: number;
  /** Rows of a dropped partition that are still needed, and were moved aside. */
  readonly kept: number;
  /** What it takes on disk; of rows nothing comes back at once. */
  readonly bytes: number | undefined;
  /** Why it stays although its time is over; undefined: it goes. */
  readonly heldBy: string | undefined;
}

/** What one run of retention did. */
export interface PurgeReport {
  readonly purged: readonly Purged[];
}

/** Retention of a store. */
export interface RetentionStore {
  /**
   * Take away what is over, in small transactions. Any number of callers; all but one find nothing to do. May be stopped anywhere.
   *
   * @throws {StoreUnavailableError} if the store cannot be reached; what was taken away until then is gone
   */
  purge(policy: RetentionPolicy, signal?: AbortSignal): Promise<PurgeReport>;
  /** Say what {@link purge} would do now, and change nothing. */
  preview(policy: RetentionPolicy): Promise<PurgeReport>;
}
