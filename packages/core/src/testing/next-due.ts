import type { MemoryDatabase } from "../stores/memory/memory-database.ts";
import type { ManualClock } from "./manual-clock.ts";

/** The next time at which something falls due, whoever knows of it; undefined if nothing waits. */
export function nextDueMs(
  db: MemoryDatabase,
  clock: ManualClock,
  inLanesMs: number | undefined,
): number | undefined {
  const nowMs = clock.now().getTime();
  const times = [
    inLanesMs,
    clock.nextDueAt()?.getTime(),
    ...db.deliveries.rows().map(({ dueAtMs }) => dueAtMs),
    ...db.timers.rows().map(({ dueAtMs }) => dueAtMs),
    ...db.openEffects
      .rows()
      .filter(({ status, leasedBy }) => status === "pending" && leasedBy === undefined)
      .map(({ dueAtMs }) => dueAtMs),
  ];
  const later = times.filter((time): time is number => time !== undefined && time > nowMs);
  return later.length === 0 ? undefined : later.reduce((first, second) => Math.min(first, second));
}
