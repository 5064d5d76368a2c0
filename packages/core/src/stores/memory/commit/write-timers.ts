import type { Settlement, StepCommit } from "../../../engine/step-commit.ts";
import type { MemoryDatabase } from "../memory-database.ts";
import type { MemoryWorker } from "../memory-worker.ts";
import { shardOf } from "../shard-of.ts";
import { keyOf } from "../table.ts";

/** The revision tells the timer that fired from one set again under the same name. */
export function endFiredTimer(
  db: MemoryDatabase,
  { machineId, subject }: StepCommit,
  fired: Extract<Settlement, { readonly kind: "timer-fired" }>,
): boolean {
  const key = keyOf(machineId, subject, fired.ref);
  return db.timers.get(key)?.revision === fired.revision && db.timers.remove(key);
}

/** Take back the timers of states that were left, then set those of states that were entered. */
export function writeTimers(
  db: MemoryDatabase,
  { project }: MemoryWorker,
  { machineId, subject, timers, cancelledTimers }: StepCommit,
): void {
  for (const ref of cancelledTimers) db.timers.remove(keyOf(machineId, subject, ref));
  for (const { delayMs, ...timer } of timers) {
    db.timers.put(keyOf(machineId, subject, timer.ref), {
      ...timer,
      machineId,
      subject,
      project,
      shard: shardOf(subject),
      dueAtMs: db.nowMs() + delayMs,
      deliveries: 0,
      attempts: 0,
      takenBy: undefined,
    });
  }
}
