import type { EffectRecord } from "../../../engine/records.ts";
import type { EffectCall } from "../../../engine/step-commit.ts";
import type { MemoryDatabase } from "../memory-database.ts";
import type { EffectRow } from "../rows.ts";
import { keyOf } from "../table.ts";

/** A call as the engine knows it; what it is given is a copy. */
export function toEffectRecord(db: MemoryDatabase, row: EffectRow): EffectRecord {
  const instance = db.instances.get(keyOf(row.machineId, row.subject));
  return {
    id: String(row.id),
    token: String(row.token),
    machineId: row.machineId,
    subject: row.subject,
    ...(instance === undefined ? {} : { chartId: instance.chartId }),
    revision: row.revision,
    ref: row.ref,
    kind: row.kind,
    src: row.src,
    call: JSON.parse(row.call) as EffectCall,
    idempotencyKey: row.idempotencyKey,
    causeEventId: row.causeEventId,
    causeDepth: row.causeDepth,
    attempts: row.attempts,
    deaths: row.deaths,
    errors: row.errors,
    ...(row.commandId === undefined ? {} : { commandId: row.commandId }),
    ...(row.replay === undefined ? {} : { replay: row.replay }),
  };
}
