import type { Sql } from "../sql.ts";

/** A small bite, so that no lock is held for long. */
const FORGET_MAX = 10_000;

/** Streams by hops over the index, however many rows each has. */
const goneOf = (table: string) => `
  WITH RECURSIVE ids AS (
    SELECT (SELECT min(stream_id) FROM sagascope.${table}) AS id
    UNION ALL
    SELECT (SELECT min(p.stream_id) FROM sagascope.${table} p WHERE p.stream_id > ids.id) FROM ids WHERE ids.id IS NOT NULL
  ), gone AS (
    SELECT id FROM ids WHERE id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM sagascope.feed_stream s WHERE s.id = ids.id)
  )`;

const bite = (table: string, place: string) => `${goneOf(table)}, old AS MATERIALIZED (
    SELECT o.stream_id, o.${place}
    FROM gone g CROSS JOIN LATERAL (
      SELECT * FROM sagascope.${table} p WHERE p.stream_id = g.id ORDER BY p.${place} LIMIT $1::int) o
    LIMIT $1::int
  ), forgotten AS (
    DELETE FROM sagascope.${table} t USING old o WHERE t.stream_id = o.stream_id AND t.${place} = o.${place} RETURNING 1
  )
  SELECT count(*)::int AS count FROM forgotten`;

const POSITIONS = bite("feed_position", "position");
const PENDING = bite("feed_pending", "event_seq");

/**
 * Forget a bite of what belongs to streams that are no more: of feeds that were forgotten, and of what was being published as they were.
 * Nobody reads it, and a new stream has a number of its own.
 *
 * @returns how many rows; at most twice ten thousand, 0 once nothing is left
 */
export async function forgetGoneStreams(sql: Sql, limit = FORGET_MAX): Promise<number> {
  let count = 0;
  for (const statement of [POSITIONS, PENDING]) {
    const [row] = await sql.query<{ count: number }>("forget gone streams", statement, [limit]);
    count += row?.count ?? 0;
  }
  return count;
}
