import type { MemoryDatabase } from "../stores/memory/memory-database.ts";
import type { MemoryWorker } from "../stores/memory/memory-worker.ts";
import type { ManualClock } from "./manual-clock.ts";

/**
 * The next time at which something falls due for a worker, whoever knows of it; undefined if nothing waits. What others
 * hold falls due when their leases end, and their share when they have not beaten for that long: they may have died.
 */
export function nextDueMs(
  db: MemoryDatabase,
  clock: ManualClock,
  { workerId, leaseMs }: Pick<MemoryWorker, "workerId" | "leaseMs">,
  inLanesMs: number | undefined,
): number | undefined {
  const nowMs = clock.now().getTime();
  const times = [
    inLanesMs,
    clock.nextDueAt()?.getTime(),
    ...db.scheduled.rows().map(({ dueAtMs }) => dueAtMs),
    ...db.deliveries.rows().map(({ dueAtMs }) => dueAtMs),
    ...db.timers.rows().map(({ dueAtMs }) => dueAtMs),
    ...db.openEffects
      .rows()
      .filter(({ status, leasedBy }) => status === "pending" && leasedBy !== workerId)
      .map(({ dueAtMs, leasedUntilMs }) => leasedUntilMs ?? dueAtMs),
    ...db.shards
      .rows()
      .filter(({ owner }) => owner !== undefined && owner !== workerId)
      .map(({ leasedUntilMs }) => leasedUntilMs),
    ...db.workers
      .rows()
      .filter(({ id, stopped }) => id !== workerId && !stopped)
      .map(({ heartbeatAtMs }) => heartbeatAtMs + leaseMs + 1),
  ];
  const later = times.filter((time): time is number => time !== undefined && time > nowMs);
  return later.length === 0 ? undefined : later.reduce((first, second) => Math.min(first, second));
}
