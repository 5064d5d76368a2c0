import type { EffectRecord } from "../../../engine/records.ts";
import type { EffectWrite, StepCommit } from "../../../engine/step-commit.ts";
import { type Statement, type TextRow, toJsonColumn } from "../statement.ts";

/** The lease is written with the row, so that no claim stands between commit and call. */
const INSERT_EFFECTS = `
  INSERT INTO sagascope.effect
    (project, shard, machine_id, subject, revision, ref, kind, src, call, idempotency_key, cause_event_id, cause_depth, status,
     attempts, leased_by, token, leased_until, started_at)
  SELECT $11, sagascope.shard_of(e.subject), e.machine_id, e.subject, e.revision, e.ref, e.kind, e.src, e.call,
         e.idempotency_key, e.cause_event_id, e.cause_depth, 'pending', 1, $12, 1,
         clock_timestamp() + $13::double precision * interval '1 millisecond', clock_timestamp()
  FROM ROWS FROM (
      unnest($1::text[], $2::text[], $3::int[], $4::text[], $5::text[], $6::text[], $8::text[], $9::text[], $10::int[]),
      json_array_elements($7::json))
    WITH ORDINALITY
    AS e (machine_id, subject, revision, ref, kind, src, idempotency_key, cause_event_id, cause_depth, call, n)
  ORDER BY e.n
  RETURNING id`;

interface Asked {
  readonly commit: StepCommit;
  readonly effect: EffectWrite;
}

/** The calls that commits ask for, in order. */
export function askedEffects(commits: readonly StepCommit[]): readonly Asked[] {
  return commits.flatMap((commit) => commit.effects.map((effect) => ({ commit, effect })));
}

/** Write calls, leased to this worker, their first try counted. Answers with their ids, in ascending order. */
export function writeEffects(
  owner: { readonly project: string; readonly workerId: string; readonly leaseMs: number },
  asked: readonly Asked[],
): readonly Statement[] {
  if (asked.length === 0) return [];
  const values = [
    asked.map(({ commit }) => commit.machineId),
    asked.map(({ commit }) => commit.subject),
    asked.map(({ effect }) => effect.revision),
    asked.map(({ effect }) => effect.ref),
    asked.map(({ effect }) => effect.kind),
    asked.map(({ effect }) => effect.src),
    toJsonColumn(asked.map(({ effect }) => JSON.stringify(effect.call))),
    asked.map(({ effect }) => effect.idempotencyKey),
    asked.map(({ effect }) => effect.causeEventId),
    asked.map(({ effect }) => effect.causeDepth),
    owner.project,
    owner.workerId,
    owner.leaseMs,
  ];
  return [{ operation: WRITE_EFFECTS, text: INSERT_EFFECTS, values }];
}

export const WRITE_EFFECTS = "write service calls";

/** The calls as they were written. Ids were drawn in the order in which the calls stood, whatever order they come back in. */
export function writtenEffects(
  asked: readonly Asked[],
  rows: readonly TextRow[],
): readonly EffectRecord[] {
  const ids = rows.map(([id]) => BigInt(id ?? 0)).sort((one, other) => (one < other ? -1 : 1));
  return asked.map(({ commit, effect }, at) => toRecord(commit, effect, String(ids[at])));
}

function toRecord(commit: StepCommit, effect: EffectWrite, id: string): EffectRecord {
  return {
    ...effect,
    id,
    token: "1",
    machineId: commit.machineId,
    subject: commit.subject,
    ...(commit.instance === undefined ? {} : { chartId: commit.instance.chartId }),
    attempts: 1,
    deaths: 0,
    errors: [],
  };
}
