import type { FoundRecord } from "../../../feeds/feed-stores.ts";
import type { Sql } from "../sql.ts";
import { type EventOfFeed, toRecord } from "./read-page.ts";

/** Reads through the positions of one topic: for an operator, not for a loop. */
const FIND = `
  SELECT p.position, e.seq, e.id, e.source, e.type, e.subject, e.recorded_at, e.revision, e.envelope::text AS envelope,
         (p.subject_hash & 63)::int AS shard, s.lineage
  FROM sagascope.event e
  JOIN sagascope.feed_stream s ON s.topic = e.topic
  JOIN sagascope.feed_position p ON p.stream_id = s.id AND p.event_seq = e.seq
  WHERE e.id = $2 AND e.topic = $1 AND ($3::text IS NULL OR e.source = $3)
  ORDER BY e.seq LIMIT 1`;

/** One event of a topic by its envelope's id and source, as a feed hands it on; undefined if it, or its position, is gone. */
export async function findRecord(
  sql: Sql,
  topic: string,
  { id, source }: { readonly id: string; readonly source: string | undefined },
): Promise<FoundRecord | undefined> {
  const [row] = await sql.query<EventOfFeed & { readonly shard: number; readonly lineage: string }>(
    "find event of a feed",
    FIND,
    [topic, id, source ?? null],
  );
  if (row === undefined) return undefined;
  return { record: toRecord(topic, row), shard: row.shard, lineage: row.lineage };
}
