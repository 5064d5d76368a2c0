import type { EffectStore } from "../../../engine/engine-store.ts";
import { NOW } from "../now.ts";
import type { SqlPool } from "../sql.ts";
import { withDeath } from "../worker-died.ts";
import { EFFECT_COLUMNS, type EffectRow, toEffect } from "./effect-row.ts";

/**
 * The try is counted when it begins. A lease that ran out stands for a worker that died: the try that it had begun is not
 * counted unless the call was alone, so that nobody pays for what another one does.
 */
const CLAIM_EFFECTS = `
  UPDATE sagascope.effect e
  SET leased_by = $1, token = e.token + 1, started_at = clock_timestamp(),
      attempts = e.attempts + CASE WHEN e.leased_by IS NULL OR e.alone THEN 1 ELSE 0 END,
      deaths = e.deaths + CASE WHEN e.leased_by IS NULL THEN 0 ELSE 1 END,
      errors = CASE WHEN e.alone THEN ${withDeath("e", "call", "e.attempts")} ELSE e.errors END, alone = false,
      leased_until = clock_timestamp() + $2::double precision * interval '1 millisecond'
  WHERE e.id IN (
    SELECT id FROM sagascope.effect
    WHERE project = $3 AND status = 'pending' AND due_at <= ${NOW} AND shard = ANY ($4::smallint[])
      AND (leased_until IS NULL OR leased_until <= clock_timestamp())
    ORDER BY due_at, id LIMIT $5 FOR UPDATE SKIP LOCKED)
  RETURNING ${EFFECT_COLUMNS}`;

const RECLAIM_EFFECTS = `
  UPDATE sagascope.effect e
  SET token = e.token + 1, started_at = clock_timestamp(),
      leased_until = clock_timestamp() + $2::double precision * interval '1 millisecond'
  WHERE project = $3 AND status = 'pending' AND leased_by = $1 AND id <> ALL ($6::bigint[])
    AND ((machine_id, subject) IN (SELECT * FROM unnest($4::text[], $5::text[]))) = $7::boolean
  RETURNING ${EFFECT_COLUMNS}`;

const MARK_ALONE = `
  UPDATE sagascope.effect SET alone = $1, started_at = CASE WHEN $1 THEN clock_timestamp() ELSE started_at END
  WHERE id = $2 AND leased_by = $3 AND status = 'pending'
  RETURNING id`;

const RENEW_EFFECTS = `
  UPDATE sagascope.effect
  SET leased_until = clock_timestamp() + $1::double precision * interval '1 millisecond'
  WHERE id = ANY ($2::bigint[]) AND leased_by = $3 AND status = 'pending'
  RETURNING id`;

/** The failed try is counted with it. */
const RESCHEDULE_EFFECT = `
  WITH again AS (
  UPDATE sagascope.effect
  SET due_at = clock_timestamp() + $1::double precision * interval '1 millisecond', errors = $2::json,
      leased_by = NULL, leased_until = NULL, alone = false
  WHERE id = $3 AND token = $4 AND status = 'pending'
  RETURNING project, machine_id, subject
  ), counted AS (
    INSERT INTO sagascope.work_entry (project, machine_id, calls_retried) SELECT project, machine_id, 1 FROM again
  )
  SELECT machine_id, subject FROM again`;

const RECORD_LATE = `
  UPDATE sagascope.effect SET late = $1::json WHERE id = $2 AND status IN ('cancelled', 'failed', 'dead') AND late IS NULL`;

const RECORD_LATE_ANSWER = `
  UPDATE sagascope.effect
  SET late = CASE WHEN late IS NULL THEN $1::json
             ELSE (late::jsonb || jsonb_build_object('more', coalesce(late::jsonb -> 'more', '[]') || $1::jsonb))::json END
  WHERE id = $2`;

const RELEASE_EFFECTS = `
  UPDATE sagascope.effect
  SET leased_by = NULL, leased_until = NULL, alone = false, attempts = greatest(0, attempts - 1),
      due_at = clock_timestamp()
  WHERE id = ANY ($1::bigint[]) AND leased_by = $2 AND status = 'pending'`;

/** {@link EffectStore} of one worker over Postgres. */
export function postgresEffectStore(
  sql: SqlPool,
  owner: { readonly project: string; readonly workerId: string; readonly effectLeaseMs: number },
): EffectStore {
  return {
    claimEffects: async (shards, limit) => {
      const rows = await sql.query<EffectRow>("claim service calls", CLAIM_EFFECTS, [
        owner.workerId,
        owner.effectLeaseMs,
        owner.project,
        shards,
        limit,
      ]);
      return rows.map(toEffect);
    },

    reclaimEffects: async ({ lanes: { kind, names }, exceptIds }) => {
      const rows = await sql.query<EffectRow>("reclaim service calls", RECLAIM_EFFECTS, [
        owner.workerId,
        owner.effectLeaseMs,
        owner.project,
        names.map(({ machineId }) => machineId),
        names.map(({ subject }) => subject),
        exceptIds,
        kind === "only",
      ]);
      return rows.map(toEffect);
    },

    markAlone: async (effectId, alone) => {
      const values = [alone, effectId, owner.workerId];
      return (await sql.query("mark a service call alone", MARK_ALONE, values)).length > 0;
    },

    renewEffects: async (ids) => {
      const rows = await sql.query<{ id: string }>("renew service calls", RENEW_EFFECTS, [
        owner.effectLeaseMs,
        ids,
        owner.workerId,
      ]);
      return rows.map((row) => row.id);
    },

    rescheduleEffect: async (effect, delayMs, errors) => {
      const [row] = await sql.query<{ machine_id: string; subject: string }>(
        "reschedule service call",
        RESCHEDULE_EFFECT,
        [delayMs, JSON.stringify(errors), effect.id, effect.token],
      );
      if (row === undefined) return;
      const hint = JSON.stringify({ i: [`${row.machine_id}/${row.subject}`] });
      await sql.query("hint at changes", "SELECT pg_notify('sagascope_change', $1)", [hint]);
    },

    recordLateResult: async (effectId, result) => {
      await sql.query("record late result", RECORD_LATE, [JSON.stringify(result), effectId]);
    },

    recordLateAnswer: async (effectId, answer) => {
      await sql.query("record late answer", RECORD_LATE_ANSWER, [JSON.stringify(answer), effectId]);
    },

    releaseEffects: async (ids) => {
      await sql.query("release service calls", RELEASE_EFFECTS, [ids, owner.workerId]);
    },
  };
}
