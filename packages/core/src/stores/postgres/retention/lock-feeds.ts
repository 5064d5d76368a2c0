import { type LowestFeedCursor, lowestFeedCursor } from "../feeds/lowest-feed-cursor.ts";
import type { Sql } from "../sql.ts";

const LOCK =
  "LOCK TABLE sagascope.feed, sagascope.feed_stream, sagascope.feed_cursor IN SHARE MODE";

/**
 * Keep cursors, and which feeds there are, as they are until the transaction ends, and say which of them needs the oldest events.
 * Moving a cursor back and registering a feed wait for that, a moment.
 */
export async function lockFeeds(sql: Sql): Promise<LowestFeedCursor | undefined> {
  await sql.query("lock feeds", LOCK);
  return lowestFeedCursor(sql);
}
