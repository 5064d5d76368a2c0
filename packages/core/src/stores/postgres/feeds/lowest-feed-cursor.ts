import type { Sql } from "../sql.ts";

/**
 * Positions go by commit, times by the clock: the oldest event ahead of a cursor need not be the next one. What a stream that
 * opens will need is not known yet: everything.
 */
const LOWEST = `
  SELECT f.project, f.name AS feed, f.topic, c.position,
         CASE WHEN s.state <> 'open' THEN '-infinity' ELSE least(
           (SELECT min(n.event_at) FROM sagascope.feed_position n
            WHERE n.stream_id = s.id AND n.position > coalesce(c.position, 0)),
           (SELECT min(p.event_at) FROM sagascope.feed_pending p WHERE p.stream_id = s.id)) END AS held_since
  FROM sagascope.feed f
  JOIN sagascope.feed_stream s ON s.id = f.stream_id
  JOIN LATERAL (
    SELECT * FROM sagascope.feed_cursor c WHERE c.feed_id = f.id ORDER BY c.position NULLS FIRST LIMIT 1) c ON true
  ORDER BY held_since NULLS LAST, f.id LIMIT 1`;

/** Positions go by time, near enough: what is old is among the lowest. An open letter's event is handed on again with its position. */
const FORGET_POSITIONS = `
  WITH old AS (
    SELECT l.stream_id, l.position
    FROM sagascope.feed_stream s CROSS JOIN LATERAL (
      SELECT * FROM sagascope.feed_position p WHERE p.stream_id = s.id ORDER BY p.position LIMIT $2) l
    WHERE l.event_at < $1 AND NOT EXISTS (
      SELECT 1 FROM sagascope.event e
      JOIN sagascope.dead_letter d ON d.envelope_id = e.id AND d.source = 'feed' AND d.resolved_at IS NULL
      WHERE e.seq = l.event_seq AND e.recorded_at = l.event_at)
  ), forgotten AS (
    DELETE FROM sagascope.feed_position p USING old o
    WHERE p.stream_id = o.stream_id AND p.position = o.position RETURNING 1
  )
  SELECT count(*)::int AS count FROM forgotten`;

/** A small bite, so that no lock is held for long. */
const FORGET_MAX = 10_000;

/** The feed that needs the oldest events. */
export interface LowestFeedCursor {
  readonly project: string;
  readonly feed: string;
  readonly topic: string;
  /** The last position handed on; null: none yet. */
  readonly position: string | null;
  /** Events recorded then or later must stay; the start of time while a feed's topic is still being numbered. */
  readonly heldSince: Date;
}

/**
 * What whoever drops events has to respect: those recorded before `heldSince` are needed by no registered feed, declared or
 * not. Undefined: no feed waits for anything that is recorded so far, nor will for what is dropped now.
 */
export async function lowestFeedCursor(sql: Sql): Promise<LowestFeedCursor | undefined> {
  const [row] = await sql.query<
    Omit<LowestFeedCursor, "heldSince"> & { readonly held_since: Date | number | null }
  >("find lowest feed cursor", LOWEST);
  if (row == null || row.held_since === null) return undefined;
  const { held_since: heldSince, ...feed } = row;
  return { ...feed, heldSince: typeof heldSince === "number" ? new Date(0) : heldSince };
}

/**
 * Forget the positions of events recorded before a time, once those events are dropped.
 *
 * @returns how many were forgotten; at most ten thousand a topic at a time
 */
export async function forgetFeedPositions(sql: Sql, before: Date): Promise<number> {
  const [row] = await sql.query<{ count: number }>("forget positions", FORGET_POSITIONS, [
    before,
    FORGET_MAX,
  ]);
  return row?.count ?? 0;
}
