import type { LaneStore } from "../engine/engine-store.ts";
import type { TimerRecord } from "../engine/records.ts";

/** Fire a timer while nothing else is done: a crash meanwhile is its own doing, and stays counted as a try. */
export async function timerAlone(
  store: Pick<LaneStore, "countTimerTry">,
  timer: TimerRecord,
  fire: () => Promise<void>,
): Promise<void> {
  await store.countTimerTry(timer, "begins");
  try {
    await fire();
  } finally {
    // In an outage it stays counted; it takes several of those to be given up for nothing.
    await store.countTimerTry(timer, "is over").catch(() => undefined);
  }
}
