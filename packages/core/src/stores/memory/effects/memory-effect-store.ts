import type { EffectStore, LaneChoice } from "../../../engine/engine-store.ts";
import type { JsonObject } from "../../../kernel/json.ts";
import { addCounts } from "../counts/add-counts.ts";
import type { MemoryDatabase } from "../memory-database.ts";
import type { MemoryWorker } from "../memory-worker.ts";
import type { EffectRow } from "../rows.ts";
import { workerDied } from "../worker-died.ts";
import { putEffect } from "./put-effect.ts";
import { toEffectRecord } from "./to-effect-record.ts";

const LATE: ReadonlySet<string> = new Set(["cancelled", "failed", "dead"]);

/** {@link EffectStore} of one worker in process memory. */
export function memoryEffectStore(db: MemoryDatabase, worker: MemoryWorker): EffectStore {
  const pending = (id: string): EffectRow | undefined => {
    const row = db.effects.get(id);
    return row?.status === "pending" ? row : undefined;
  };
  const mine = (id: string): EffectRow | undefined => {
    const row = pending(id);
    return row?.leasedBy === worker.workerId ? row : undefined;
  };

  return {
    claimEffects: async (shards, limit) =>
      db.transaction(() =>
        claimable(db, worker.project, new Set(shards))
          .slice(0, limit)
          .map((row) => {
            const claimed = {
              ...begun(db, row),
              token: row.token + 1,
              leasedBy: worker.workerId,
              leasedUntilMs: db.nowMs() + worker.effectLeaseMs,
            };
            putEffect(db, claimed);
            return toEffectRecord(db, claimed);
          }),
      ),

    reclaimEffects: async ({ lanes, exceptIds }) =>
      db.transaction(() =>
        heldIn(db, worker, lanes)
          .filter(({ id }) => !exceptIds.includes(String(id)))
          .map((row) => {
            const leasedUntilMs = db.nowMs() + worker.effectLeaseMs;
            const claimed = { ...row, token: row.token + 1, leasedUntilMs };
            putEffect(db, claimed);
            return toEffectRecord(db, claimed);
          }),
      ),

    markAlone: async (effectId, alone) =>
      db.transaction(() => {
        const row = mine(effectId);
        if (row !== undefined) putEffect(db, { ...row, alone });
        return row !== undefined;
      }),

    renewEffects: async (ids) =>
      db.transaction(() =>
        ids.filter((id) => {
          const row = mine(id);
          if (row === undefined) return false;
          putEffect(db, { ...row, leasedUntilMs: db.nowMs() + worker.effectLeaseMs });
          return true;
        }),
      ),

    rescheduleEffect: async (effect, delayMs, errors) =>
      db.transaction(() => {
        const row = pending(effect.id);
        if (row === undefined || String(row.token) !== effect.token) return;
        putEffect(db, { ...freed(row), dueAtMs: db.nowMs() + delayMs, errors });
        addCounts(db, row.machineId, { callsRetried: 1 });
      }),

    recordLateResult: async (effectId, late) =>
      db.transaction(() => {
        const row = db.effects.get(effectId);
        if (row === undefined || !LATE.has(row.status) || row.late !== undefined) return;
        putEffect(db, { ...row, late });
      }),

    recordLateAnswer: async (effectId, answer) =>
      db.transaction(() => {
        const row = db.effects.get(effectId);
        if (row !== undefined) putEffect(db, { ...row, late: withAnswer(row.late, answer) });
      }),

    releaseEffects: async (ids) =>
      db.transaction(() => {
        for (const id of ids) {
          const row = mine(id);
          if (row === undefined) continue;
          const attempts = Math.max(0, row.attempts - 1);
          putEffect(db, { ...freed(row), attempts, dueAtMs: db.nowMs() });
        }
      }),
  };
}

/** Due calls nobody holds, soonest first. */
function claimable(
  db: MemoryDatabase,
  project: string,
  shards: ReadonlySet<number>,
): readonly EffectRow[] {
  const nowMs = db.nowMs();
  return db.openEffects
    .rows()
    .filter(
      (row) =>
        row.status === "pending" &&
        row.project === project &&
        row.dueAtMs <= nowMs &&
        shards.has(row.shard) &&
        (row.leasedUntilMs === undefined || row.leasedUntilMs <= nowMs),
    )
    .sort((first, second) => first.dueAtMs - second.dueAtMs || first.id - second.id);
}

/** Calls that the worker holds in these lanes. */
function heldIn(
  db: MemoryDatabase,
  { project, workerId }: MemoryWorker,
  { kind, names }: LaneChoice,
): readonly EffectRow[] {
  return db.openEffects
    .rows()
    .filter(
      (row) =>
        row.status === "pending" &&
        row.project === project &&
        row.leasedBy === workerId &&
        (kind === "only") ===
          names.some(
            ({ machineId, subject }) => row.machineId === machineId && row.subject === subject,
          ),
    );
}

/** One more try. A lease that ran out stands for a worker that died: its try counts only if the call was alone. */
function begun(db: MemoryDatabase, row: EffectRow): EffectRow {
  if (row.leasedBy === undefined) return { ...row, attempts: row.attempts + 1 };
  const died = { ...row, deaths: row.deaths + 1, alone: false };
  if (!row.alone) return died;
  const errors = [...row.errors, workerDied(db, "call", row.attempts)];
  return { ...died, attempts: row.attempts + 1, errors };
}

function withAnswer(late: JsonObject | undefined, answer: JsonObject): JsonObject {
  if (late === undefined) return answer;
  const { more } = late;
  return { ...late, more: [...(Array.isArray(more) ? more : []), answer] };
}

function freed(row: EffectRow): EffectRow {
  return { ...row, alone: false, leasedBy: undefined, leasedUntilMs: undefined };
}
