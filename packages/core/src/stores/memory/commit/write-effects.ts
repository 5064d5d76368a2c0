import type { EffectRecord } from "../../../engine/records.ts";
import type { EffectWrite, StepCommit } from "../../../engine/step-commit.ts";
import { putEffect } from "../effects/put-effect.ts";
import { toEffectRecord } from "../effects/to-effect-record.ts";
import type { MemoryDatabase } from "../memory-database.ts";
import type { MemoryWorker } from "../memory-worker.ts";
import type { EffectRow } from "../rows.ts";
import { shardOf } from "../shard-of.ts";

/** @returns the calls, leased to this worker, their first try counted */
export function writeEffects(
  db: MemoryDatabase,
  worker: MemoryWorker,
  { machineId, subject, effects }: StepCommit,
): readonly EffectRecord[] {
  return effects.map(({ call, ...effect }: EffectWrite) => {
    const row: EffectRow = {
      ...effect,
      id: db.next("effect"),
      project: worker.project,
      shard: shardOf(subject),
      machineId,
      subject,
      call: JSON.stringify(call),
      status: "pending",
      attempts: 1,
      deaths: 0,
      alone: false,
      token: 1,
      dueAtMs: db.nowMs(),
      leasedBy: worker.workerId,
      leasedUntilMs: db.nowMs() + worker.effectLeaseMs,
      errors: [],
      output: undefined,
      late: undefined,
      commandId: undefined,
      replay: undefined,
    };
    putEffect(db, row);
    return toEffectRecord(db, row);
  });
}
