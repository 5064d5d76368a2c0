import type { Sql } from "../sql.ts";

/** Looked at in one go, oldest first: an event is held up only by those before it. */
const LOOK_MAX = 10_000;
/** Longest wait for a transaction that may still publish an earlier event: longer than most that serve a request. */
const PATIENCE_MS = 1_000;

/**
 * Number events in the order they were written, but only those whose transaction is older than every one still open, and none
 * behind an event of its subject that has to wait. So a subject keeps the order of `seq` even where its writers did not wait
 * for each other.
 *
 * A number is given after the commit and goes up, so no event can come in below one that was read. Writers that do wait for each
 * other (a machine's steps, a locked row) are in order whenever what is visible is numbered by `seq`; hence the wait has an
 * end, and a transaction that somebody left open, in any database of the server, delays a topic instead of stopping it.
 */
const NUMBER = `
  WITH horizon AS MATERIALIZED (
    SELECT pg_snapshot_xmin(pg_current_snapshot()) AS xmin,
           clock_timestamp() - $3::double precision * interval '1 millisecond' AS patience
  ), looked_at AS (
    SELECT p.event_seq, p.event_at, p.subject_hash, p.writer >= h.xmin AND p.event_at > h.patience AS waits
    FROM (
      SELECT * FROM sagascope.feed_pending WHERE stream_id = $1 ORDER BY event_seq LIMIT $2) p, horizon h
  ), judged AS (
    SELECT *, min(event_seq) FILTER (WHERE waits) OVER (PARTITION BY subject_hash) AS first_waiting FROM looked_at
  ), ready AS (
    SELECT *, row_number() OVER (ORDER BY event_seq) AS n
    FROM judged WHERE first_waiting IS NULL OR event_seq < first_waiting
  ), taken AS (
    DELETE FROM sagascope.feed_pending p USING ready r WHERE p.stream_id = $1 AND p.event_seq = r.event_seq
  ), numbered AS (
    INSERT INTO sagascope.feed_position (stream_id, position, event_seq, event_at, subject_hash)
    SELECT s.id, s.last_position + r.n, r.event_seq, r.event_at, r.subject_hash
    FROM ready r, sagascope.feed_stream s WHERE s.id = $1
    RETURNING 1
  ), counted AS (
    UPDATE sagascope.feed_stream SET last_position = last_position + (SELECT count(*) FROM numbered)
    WHERE id = $1 AND EXISTS (SELECT 1 FROM ready)
  )
  SELECT count(*) = $2 OR count(*) > (SELECT count(*) FROM ready) AS "isHeldBack" FROM looked_at`;

/**
 * Number what can be numbered of an open stream. Needs the topic's lock, taken in a statement before.
 *
 * @returns whether something has to wait, or was not even looked at
 */
export async function numberEvents(
  sql: Sql,
  streamId: number,
  patienceMs = PATIENCE_MS,
): Promise<boolean> {
  const [row] = await sql.query<{ isHeldBack: boolean }>("number events", NUMBER, [
    streamId,
    LOOK_MAX,
    patienceMs,
  ]);
  return row?.isHeldBack ?? false;
}
