import type { Envelope } from "../envelope/envelope.ts";
import { InvalidConfigError } from "../kernel/errors.ts";
import { newId } from "../kernel/ids.ts";

/** When a scheduled event is published: one of the two. The store's clock decides, also from when a delay counts. */
export type ScheduleTime =
  | { readonly delayMs: number; readonly deliverAt?: undefined }
  | { readonly deliverAt: Date; readonly delayMs?: undefined };

/** An envelope that is to be published on a topic later. */
export type ScheduledEvent = ScheduleTime & {
  readonly topic: string;
  readonly envelope: Envelope;
  /** Its name on the topic: setting it again replaces what waits under it. Default a fresh one, which nothing replaces. */
  readonly key?: string;
};

/** What one promotion did. */
export interface Promotion {
  /** Events published. */
  readonly promoted: number;
  /** Due, but held: somebody is replacing or cancelling them, or one before them of the same subject. */
  readonly held: number;
  /** How long until the next one that nobody holds falls due; undefined if none waits. 0: more are due already. */
  readonly nextDueInMs: number | undefined;
}

/** Events that wait for their time. Every implementation passes `scheduleStoreContract`. */
export interface ScheduleStore {
  /**
   * Publish what is due, each exactly once and in order per subject: by due time, then in the order in which they were set.
   * Any number of callers at once; all but one find nothing to do.
   *
   * @param limit - how many due ones to look at
   */
  promoteDue(limit: number): Promise<Promotion>;
}

/** A scheduled event whose key is known and whose settings can be used. */
export type PlannedSchedule = ScheduledEvent & { readonly key: string };

const KEY_CHARACTERS_MAX = 255;
/** Ten years: whoever means more means something else. */
const DELAY_MAX_MS = 10 * 366 * 86_400_000;

/**
 * Check what is to be scheduled, name what has no name, and leave the last of those that share one.
 *
 * @throws {InvalidConfigError} naming the first setting that cannot be used
 */
export function planSchedule(events: readonly ScheduledEvent[]): readonly PlannedSchedule[] {
  const byKey = new Map<string, PlannedSchedule>();
  for (const event of events) {
    checkScheduleTime(event);
    const planned = { ...event, key: event.key ?? newId() };
    checkScheduleKey("key", planned.key);
    const name = `${event.topic}\0${planned.key}`;
    byKey.delete(name); // so that it takes the place of the last one
    byKey.set(name, planned);
  }
  return [...byKey.values()];
}

/** @throws {InvalidConfigError} unless it is a delay or a time, and one that can be used */
export function checkScheduleTime({
  delayMs,
  deliverAt,
}: {
  readonly delayMs?: number | undefined;
  readonly deliverAt?: Date | undefined;
}): void {
  if ((delayMs === undefined) === (deliverAt === undefined)) {
    const found = delayMs === undefined ? "neither" : "both";
    throw new InvalidConfigError("delayMs", `or deliverAt is needed, and only one, got ${found}`);
  }
  if (deliverAt !== undefined && !(deliverAt instanceof Date && !Number.isNaN(+deliverAt))) {
    throw new InvalidConfigError("deliverAt", "must be a valid Date");
  }
  if (delayMs === undefined || (delayMs >= 0 && delayMs <= DELAY_MAX_MS)) return;
  throw new InvalidConfigError("delayMs", `must be 0 to ${DELAY_MAX_MS}, got ${delayMs}`);
}

/** @throws {InvalidConfigError} unless something can be named so */
export function checkScheduleKey(setting: string, key: string): void {
  if (key.length > 0 && key.length <= KEY_CHARACTERS_MAX && !/\p{Cc}/u.test(key)) return;
  throw new InvalidConfigError(
    setting,
    `must be 1 to ${KEY_CHARACTERS_MAX} characters without control characters`,
  );
}
