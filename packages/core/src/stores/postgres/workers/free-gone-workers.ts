import type { Sql } from "../sql.ts";
import { withDeath } from "../worker-died.ts";

/** A worker whose session broke and that lives on has registered its next one long before. */
export const DEFAULT_SESSION_GRACE_MS = 2_000;

/**
 * A worker is gone when it has not beaten for the length of a lease, or when its listening session is gone from the server and it
 * was not heard of in all the grace since somebody first saw that. Counting from its last beat would take workers for gone whose
 * sessions all broke at once, as soon as the first of them is back.
 *
 * Locked one at a time: several workers may see it at once.
 */
const MARK_GONE = `
  WITH seen AS (
    SELECT g.id, g.heartbeat_at, g.session_lost_at,
           g.backend_start IS NOT NULL AND NOT EXISTS (
             SELECT 1 FROM pg_stat_activity a WHERE a.pid = g.backend_pid AND a.backend_start = g.backend_start) AS lost
    FROM sagascope.worker g
    WHERE g.project = $1 AND g.id <> $2 AND g.stopped_at IS NULL
    FOR UPDATE SKIP LOCKED
  ), judged AS (
    SELECT id, lost, session_lost_at,
           heartbeat_at < clock_timestamp() - $3::double precision * interval '1 millisecond'
             OR coalesce(lost AND session_lost_at < clock_timestamp() - $4::double precision * interval '1 millisecond', false)
             AS gone
    FROM seen
  ), marked AS (
    UPDATE sagascope.worker w
    SET stopped_at = CASE WHEN j.gone THEN clock_timestamp() END,
        session_lost_at = CASE WHEN j.lost THEN coalesce(j.session_lost_at, clock_timestamp()) END
    FROM judged j
    WHERE w.id = j.id AND (j.gone OR j.lost <> (j.session_lost_at IS NOT NULL))
    RETURNING w.id, j.gone
  )
  SELECT id FROM marked WHERE gone`;

const FREE_SHARDS = `
  UPDATE sagascope.lane_shard SET owner = NULL, leased_until = NULL WHERE project = $1 AND owner = ANY ($2::text[])`;

/**
 * What the worker may have been handling is handed out once more than it was tried. If it tried one delivery by itself, the
 * crash was that delivery's doing and counts as a try.
 */
const COUNT_DELIVERIES = `
  WITH claim AS (
    DELETE FROM sagascope.delivery_claim WHERE worker_id = ANY ($1::text[]) RETURNING delivery_ids, alone
  )
  UPDATE sagascope.delivery d
  SET deliveries = d.deliveries + 1,
      attempts = d.attempts + CASE WHEN c.alone THEN 1 ELSE 0 END,
      errors = CASE WHEN c.alone THEN ${withDeath("d", "delivery", "d.attempts + 1")} ELSE d.errors END
  FROM claim c, unnest(c.delivery_ids) AS h (id)
  WHERE d.id = h.id`;

/**
 * A try that never ended is taken back, and counted as a death. If the worker tried one call by itself, the crash was that call's
 * doing and its try stays counted; the others that it held had not begun.
 */
const FREE_EFFECTS = `
  WITH alone AS (
    SELECT leased_by FROM sagascope.effect WHERE leased_by = ANY ($1::text[]) AND status = 'pending' AND alone
  )
  UPDATE sagascope.effect e
  SET leased_by = NULL, leased_until = NULL, alone = false,
      attempts = CASE WHEN e.alone THEN e.attempts ELSE greatest(0, e.attempts - 1) END,
      deaths = e.deaths + CASE WHEN e.alone OR e.leased_by NOT IN (SELECT leased_by FROM alone) THEN 1 ELSE 0 END,
      errors = CASE WHEN e.alone THEN ${withDeath("e", "call", "e.attempts")} ELSE e.errors END
  WHERE e.leased_by = ANY ($1::text[]) AND e.status = 'pending'`;

/** Free all that workers held who are gone. A worker that was only slow finds its tokens stale and commits nothing. */
export async function freeGoneWorkers(
  sql: Sql,
  settings: {
    readonly project: string;
    readonly workerId: string;
    readonly leaseMs: number;
    readonly sessionGraceMs?: number;
  },
): Promise<void> {
  const gone = await sql.query<{ id: string }>("find workers that are gone", MARK_GONE, [
    settings.project,
    settings.workerId,
    settings.leaseMs,
    settings.sessionGraceMs ?? DEFAULT_SESSION_GRACE_MS,
  ]);
  if (gone.length === 0) return;
  await freeLeases(
    sql,
    settings.project,
    gone.map((row) => row.id),
  );
}

/** Free what workers hold, and count what they may have been handling as handed out once more. */
export async function freeLeases(
  sql: Sql,
  project: string,
  workerIds: readonly string[],
): Promise<void> {
  await sql.query("free shards", FREE_SHARDS, [project, workerIds]);
  await sql.query("count deliveries", COUNT_DELIVERIES, [workerIds]);
  await sql.query("free service calls", FREE_EFFECTS, [workerIds]);
}
