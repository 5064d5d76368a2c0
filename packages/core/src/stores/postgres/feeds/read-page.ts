import type { FeedPage, FeedPageRequest } from "../../../feeds/feed-stores.ts";
import type { FeedRecord } from "../../../projects/feed.ts";
import type { Sql } from "../sql.ts";

/** Where only some of what is read is wanted, this many times as much is looked at in one go. */
const LOOK_AHEAD = 10;

/** `hash & 63` is `sagascope.shard_of`: a partition is some of the shards. */
const READ_PAGE = `
  WITH ahead AS MATERIALIZED (
    SELECT p.position, p.event_seq, p.event_at, p.subject_hash
    FROM sagascope.feed_position p
    WHERE p.stream_id = (SELECT id FROM sagascope.feed_stream WHERE topic = $1) AND p.position > $2
    ORDER BY p.position LIMIT $3
  ), wanted AS (
    SELECT a.position, e.seq, e.id, e.source, e.type, e.subject, e.recorded_at, e.revision, e.envelope::text AS envelope
    FROM ahead a LEFT JOIN sagascope.event e ON e.seq = a.event_seq AND e.recorded_at = a.event_at
    WHERE (a.subject_hash & 63) % $5 = $6 AND (e.seq IS NULL OR $7::text[] IS NULL OR e.type = ANY ($7))
    ORDER BY a.position LIMIT $4
  )
  SELECT (SELECT max(position) FROM ahead) AS looked_to, w.*
  FROM (SELECT 1) one LEFT JOIN wanted w ON true
  ORDER BY w.position`;

interface Row extends EventOfFeed {
  readonly looked_to: string | null;
}

/** An event with its position, as the columns come. */
export interface EventOfFeed {
  readonly position: string | null;
  readonly seq: string | null;
  readonly id: string;
  readonly source: string;
  readonly type: string;
  readonly subject: string;
  readonly recorded_at: Date;
  readonly revision: number | null;
  readonly envelope: string;
}

/** The next events of a partition, with their envelopes as they were sent. */
export async function readPage(sql: Sql, request: FeedPageRequest): Promise<FeedPage> {
  const { topic, after, limit, partition, partitions, types } = request;
  const wantsAll = partitions === 1 && types === undefined;
  const rows = await sql.query<Row>("read feed", READ_PAGE, [
    topic,
    after.toString(),
    wantsAll ? limit : limit * LOOK_AHEAD,
    limit,
    partitions,
    partition,
    types ?? null,
  ]);
  const wanted = rows.filter((row) => row.position !== null);
  const last = wanted.length === limit ? wanted.at(-1)?.position : rows[0]?.looked_to;
  const kept = wanted.filter((row) => row.seq !== null);
  return {
    records: kept.map((row) => toRecord(topic, row)),
    scannedTo: last == null ? undefined : BigInt(last),
    gone: wanted.length - kept.length,
  };
}

/** A row as a feed hands it on. */
export function toRecord(topic: string, row: EventOfFeed): FeedRecord {
  return {
    position: row.position ?? "",
    topic,
    id: row.id,
    source: row.source,
    type: row.type,
    subject: row.subject,
    recordedAt: row.recorded_at,
    ...(row.revision === null ? {} : { revision: row.revision }),
    envelope: row.envelope,
  };
}
