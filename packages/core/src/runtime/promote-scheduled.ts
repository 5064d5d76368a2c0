import type { ScheduleStore } from "../engine/schedule-store.ts";

const BATCH = 500;
/** So far is looked past what somebody holds. */
const LOOK_MAX = 32_000;

/**
 * Publish all scheduled events that are due, batch by batch.
 *
 * @returns how long until the next one falls due; undefined if none is known to wait
 */
export async function promoteScheduled(schedule: ScheduleStore): Promise<number | undefined> {
  let limit = BATCH;
  for (;;) {
    const { promoted, held, nextDueInMs } = await schedule.promoteDue(limit);
    if (promoted === 0 && held >= limit && limit < LOOK_MAX) limit *= 4;
    else if (nextDueInMs !== 0) return nextDueInMs;
  }
}
