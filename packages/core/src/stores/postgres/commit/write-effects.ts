import type { EffectRecord } from "../../../engine/records.ts";
import type { EffectWrite, StepCommit } from "../../../engine/step-commit.ts";
import type { Sql } from "../sql.ts";

/** The lease is written with the row, so that no claim stands between commit and call. */
const INSERT_EFFECTS = `
  INSERT INTO sagascope.effect
    (project, shard, machine_id, subject, revision, ref, kind, src, call, idempotency_key, cause_event_id, cause_depth, status,
     attempts, leased_by, token, leased_until, started_at)
  SELECT $11, sagascope.shard_of(e.subject), e.machine_id, e.subject, e.revision, e.ref, e.kind, e.src, e.call::json,
         e.idempotency_key, e.cause_event_id, e.cause_depth, 'pending', 1, $12, 1,
         clock_timestamp() + $13::double precision * interval '1 millisecond', clock_timestamp()
  FROM unnest($1::text[], $2::text[], $3::int[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
              $10::int[])
    WITH ORDINALITY
    AS e (machine_id, subject, revision, ref, kind, src, call, idempotency_key, cause_event_id, cause_depth, n)
  ORDER BY e.n
  RETURNING id, machine_id, subject, revision, ref`;

interface InsertedRow {
  readonly id: string;
  readonly machine_id: string;
  readonly subject: string;
  readonly revision: number;
  readonly ref: string;
}

/** @returns the calls, leased to this worker, their first try counted */
export async function writeEffects(
  sql: Sql,
  owner: { readonly project: string; readonly workerId: string; readonly leaseMs: number },
  commits: readonly StepCommit[],
): Promise<readonly EffectRecord[]> {
  const effects = commits.flatMap((commit) => commit.effects.map((effect) => ({ commit, effect })));
  if (effects.length === 0) return [];
  const rows = await sql.query<InsertedRow>("write service calls", INSERT_EFFECTS, [
    effects.map(({ commit }) => commit.machineId),
    effects.map(({ commit }) => commit.subject),
    effects.map(({ effect }) => effect.revision),
    effects.map(({ effect }) => effect.ref),
    effects.map(({ effect }) => effect.kind),
    effects.map(({ effect }) => effect.src),
    effects.map(({ effect }) => JSON.stringify(effect.call)),
    effects.map(({ effect }) => effect.idempotencyKey),
    effects.map(({ effect }) => effect.causeEventId),
    effects.map(({ effect }) => effect.causeDepth),
    owner.project,
    owner.workerId,
    owner.leaseMs,
  ]);
  const ids = new Map(rows.map((row) => [keyOf(row.machine_id, row.subject, row), row.id]));
  return effects.flatMap(({ commit, effect }) => {
    const id = ids.get(keyOf(commit.machineId, commit.subject, effect));
    return id === undefined ? [] : [toRecord(commit, effect, id)];
  });
}

function toRecord(commit: StepCommit, effect: EffectWrite, id: string): EffectRecord {
  return {
    ...effect,
    id,
    token: "1",
    machineId: commit.machineId,
    subject: commit.subject,
    attempts: 1,
    errors: [],
  };
}

function keyOf(
  machineId: string,
  subject: string,
  effect: { readonly revision: number; readonly ref: string },
): string {
  return JSON.stringify([machineId, subject, effect.revision, effect.ref]);
}
