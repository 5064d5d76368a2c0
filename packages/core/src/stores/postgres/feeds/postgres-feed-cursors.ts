import { ForeignCursorError, UnknownFeedError } from "../../../feeds/errors.ts";
import type { CursorMove, FeedCursorStore, FeedPartition } from "../../../feeds/feed-stores.ts";
import { writeDeadLetters } from "../commit/write-dead-letters.ts";
import type { Sql, SqlPool, SqlSession } from "../sql.ts";
import { cursorKey, THIS_CURSOR } from "./this-cursor.ts";

const READ = `
  SELECT c.position, c.token, f.topic, c.lineage = s.lineage AS "isOfStream"
  FROM sagascope.feed f
  JOIN sagascope.feed_cursor c ON ${THIS_CURSOR}
  JOIN sagascope.feed_stream s ON s.id = f.stream_id`;

/** $4 position, $5 token. */
const ADVANCE = `
  UPDATE sagascope.feed_cursor c
  SET position = greatest(c.position, $4::bigint),
      advanced_at = CASE WHEN c.position >= $4 THEN c.advanced_at ELSE clock_timestamp() END,
      failed_at = NULL, failures = 0, failing_since = NULL, last_error = NULL, suspected_at = NULL, tries = 0
  FROM sagascope.feed f
  WHERE ${THIS_CURSOR} AND ($5::bigint IS NULL OR c.token = $5)
  RETURNING 1`;

/** $4 position, $5 token, $6 how many to count, $7 the error. */
const NOTE_FAILURE = `
  UPDATE sagascope.feed_cursor c
  SET failures = CASE WHEN c.failed_at = $4 THEN c.failures ELSE 0 END + $6,
      failing_since = CASE WHEN c.failed_at = $4 THEN c.failing_since ELSE clock_timestamp() END,
      failed_at = $4, last_error = $7::json, suspected_at = NULL, tries = 0
  FROM sagascope.feed f
  WHERE ${THIS_CURSOR} AND ($5::bigint IS NULL OR c.token = $5)
  RETURNING c.failures`;

/** $4 position, $5 token, $6 tries. */
const NOTE_TRY = `
  UPDATE sagascope.feed_cursor c SET suspected_at = $4, tries = $6
  FROM sagascope.feed f
  WHERE ${THIS_CURSOR} AND c.token = $5
  RETURNING 1`;

const CLOSE_LETTERS = `
  UPDATE sagascope.dead_letter SET resolved_at = clock_timestamp(), resolution = 'skipped'
  WHERE work_key = ANY ($1::text[]) AND project = $2 AND consumer = $3`;

/** {@link FeedCursorStore} of one project over Postgres. */
export function postgresFeedCursors(pool: SqlPool, project: string): FeedCursorStore {
  const keyOf = (partition: FeedPartition) => cursorKey(project, partition);
  return {
    async read(partition, fence) {
      const { feed, topic } = partition;
      const [row] = await pool.query<{
        position: string | null;
        token: string;
        topic: string;
        isOfStream: boolean;
      }>("read feed cursor", READ, keyOf(partition));
      if (row === undefined) throw new UnknownFeedError(project, feed);
      if (row.topic !== topic) {
        throw new ForeignCursorError(feed, `counts topic '${row.topic}', not '${topic}'`);
      }
      if (!row.isOfStream)
        throw new ForeignCursorError(feed, `is of another lineage of '${topic}'`);
      if (fence !== undefined && row.token !== fence.token) return "fenced";
      return row.position === null ? undefined : BigInt(row.position);
    },

    advance: (partition, move) => {
      const key = keyOf(partition);
      const { letters = [] } = move;
      if (letters.length === 0) return advance(pool, key, move);
      return pool.transaction("leave events out", async (sql) => {
        const moved = await advance(sql, key, move);
        if (moved === "moved") await writeLetters(sql, project, partition.feed, move);
        return moved;
      });
    },

    async noteTry(partition, { after, tries, fence }) {
      const values = [...keyOf(partition), after.toString(), fence.token, tries];
      const rows = await pool.query("note a try of a feed", NOTE_TRY, values);
      return rows.length === 1 ? "noted" : "fenced";
    },

    async noteFailure(partition, { after, error, counts, fence }) {
      const [row] = await pool.query<{ failures: number }>("note failure of a feed", NOTE_FAILURE, [
        ...keyOf(partition),
        after.toString(),
        fence?.token ?? null,
        counts ? 1 : 0,
        JSON.stringify(error),
      ]);
      return row?.failures ?? "fenced";
    },
  };
}

async function advance(
  sql: Sql,
  key: readonly unknown[],
  { position, fence }: CursorMove,
): Promise<"moved" | "fenced"> {
  const rows = await sql.query("move feed cursor", ADVANCE, [
    ...key,
    position.toString(),
    fence?.token ?? null,
  ]);
  return rows.length === 1 ? "moved" : "fenced";
}

async function writeLetters(
  sql: SqlSession,
  project: string,
  feed: string,
  { letters = [], closeLetters }: CursorMove,
): Promise<void> {
  await sql.batch("write dead letters", writeDeadLetters(letters));
  if (!closeLetters) return;
  const workKeys = letters.map((letter) => letter.workKey);
  await sql.query("close dead letters", CLOSE_LETTERS, [workKeys, project, feed]);
}
