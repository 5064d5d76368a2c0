import type { Sql } from "../sql.ts";
import type { StreamRow } from "./find-stream.ts";
import { fromStoredStart, locateStart, type StoredStart } from "./locate-start.ts";

/** Events numbered in one transaction while a stream opens. */
const SWEEP_MAX = 10_000;

/**
 * Who was at work when the stream became visible may publish without seeing it. Such a transaction holds its virtual id until it
 * ends or is prepared. Sessions without a user are the server's own.
 */
const NOTE_OTHERS = `
  UPDATE sagascope.feed_stream SET state = 'waiting', waits_for = ARRAY (
      SELECT l.virtualxid FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
      WHERE l.locktype = 'virtualxid' AND l.granted AND l.mode = 'ExclusiveLock' AND l.pid <> pg_backend_pid()
        AND a.datname = current_database() AND a.usesysid IS NOT NULL)
  WHERE id = $1`;

const BEGIN_SWEEP = `
  UPDATE sagascope.feed_stream SET state = 'sweeping'
  WHERE id = $1
    AND NOT EXISTS (SELECT 1 FROM pg_locks l WHERE l.locktype = 'virtualxid' AND l.virtualxid = ANY (waits_for))
    AND NOT EXISTS (SELECT 1 FROM pg_prepared_xacts x WHERE x.database = current_database())
  RETURNING 1`;

/** Whatever the publisher did not note as pending was published before the stream was there to be seen. */
const SWEEP = `
  WITH old AS (
    SELECT o.seq, o.recorded_at, o.subject, row_number() OVER (ORDER BY o.seq) AS n
    FROM (
      SELECT e.seq, e.recorded_at, e.subject FROM sagascope.event e
      WHERE e.seq > $2 AND e.topic = $3 AND NOT EXISTS (
        SELECT 1 FROM sagascope.feed_pending p WHERE p.stream_id = $1 AND p.event_seq = e.seq)
      ORDER BY e.seq LIMIT $4) o
  ), numbered AS (
    INSERT INTO sagascope.feed_position (stream_id, position, event_seq, event_at, subject_hash)
    SELECT s.id, s.last_position + o.n, o.seq, o.recorded_at, hashtextextended(o.subject, 0)
    FROM old o, sagascope.feed_stream s WHERE s.id = $1
    RETURNING 1
  )
  UPDATE sagascope.feed_stream
  SET last_position = last_position + (SELECT count(*) FROM numbered),
      swept_seq = coalesce((SELECT max(seq) FROM old), swept_seq)
  WHERE id = $1
  RETURNING (SELECT count(*) FROM numbered)::int AS numbered, last_position AS "lastPosition"`;

const OPEN = "UPDATE sagascope.feed_stream SET state = 'open' WHERE id = $1";

const UNPLACED = `
  SELECT f.id, f.start_at AS "startAt" FROM sagascope.feed f
  WHERE f.stream_id = $1
    AND EXISTS (SELECT 1 FROM sagascope.feed_cursor c WHERE c.feed_id = f.id AND NOT c.placed)`;

const PLACE = `
  UPDATE sagascope.feed_cursor SET placed = true, position = $2 WHERE feed_id = $1 AND NOT placed`;

/**
 * Take a stream one step nearer to being open: note the transactions that may not have seen it begin, wait for their end, then
 * number what was published before it, from the oldest event kept, and place the cursors of the feeds that wait for that.
 *
 * @returns `blocked` while such a transaction is open
 */
export async function openStream(
  sql: Sql,
  stream: StreamRow,
): Promise<"blocked" | "opening" | "open"> {
  if (stream.state === "new") await sql.query("note open transactions", NOTE_OTHERS, [stream.id]);
  if (stream.state !== "sweeping") {
    const [free] = await sql.query("wait for open transactions", BEGIN_SWEEP, [stream.id]);
    if (free === undefined) return "blocked";
  }
  const [swept] = await sql.query<{ numbered: number; lastPosition: string }>(
    "number old events",
    SWEEP,
    [stream.id, stream.sweptSeq, stream.topic, SWEEP_MAX],
  );
  if (swept !== undefined && swept.numbered === SWEEP_MAX) return "opening";
  await placeCursors(sql, { id: stream.id, lastPosition: swept?.lastPosition ?? "0" });
  await sql.query("open feed stream", OPEN, [stream.id]);
  return "open";
}

async function placeCursors(
  sql: Sql,
  stream: Pick<StreamRow, "id" | "lastPosition">,
): Promise<void> {
  const waiting = await sql.query<{ id: number; startAt: StoredStart }>(
    "find cursors to place",
    UNPLACED,
    [stream.id],
  );
  for (const { id, startAt } of waiting) {
    const position = await locateStart(sql, stream, fromStoredStart(startAt));
    await sql.query("place cursors", PLACE, [id, position]);
  }
}
