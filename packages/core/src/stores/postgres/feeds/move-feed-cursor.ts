import { FeedOperationRefusedError, UnknownFeedError } from "../../../feeds/errors.ts";
import { type FeedOperation, feedAudit, requireReason } from "../../../feeds/feed-operation.ts";
import type { FeedStart } from "../../../projects/feed.ts";
import { appendAudit } from "../audit/append-audit.ts";
import type { Sql, SqlPool } from "../sql.ts";
import { CHANGE_CHANNEL, FEED_CHANNEL } from "../workers/channels.ts";
import { findStream } from "./find-stream.ts";
import { locateStart, toStoredStart } from "./locate-start.ts";
import { lockTopic } from "./lock-topic.ts";

const FIND_FEED = "SELECT id, topic FROM sagascope.feed WHERE project = $1 AND name = $2";

/** The token moves on: what the present leader has under way moves nothing. */
const MOVE = `
  UPDATE sagascope.feed_cursor c
  SET position = $2, token = c.token + 1, owner = NULL, leased_until = NULL,
      failed_at = NULL, failures = 0, failing_since = NULL, last_error = NULL, advanced_at = clock_timestamp(),
      suspected_at = NULL, tries = 0
  FROM (SELECT partition, position FROM sagascope.feed_cursor WHERE feed_id = $1 FOR UPDATE) old
  WHERE c.feed_id = $1 AND c.partition = old.partition
  RETURNING c.partition, old.position AS "from"`;

const STAND = `SELECT position AS "from" FROM sagascope.feed_cursor WHERE feed_id = $1 ORDER BY partition`;

const HINT = `SELECT pg_notify('${FEED_CHANNEL}', $1), pg_notify('${CHANGE_CHANNEL}', '{"a":1}')`;

/** Where a feed is to go. A dry run says where from and where to, needs no reason and changes nothing. */
export interface FeedMove extends FeedOperation {
  readonly to: FeedStart;
  readonly dryRun?: boolean;
}

/** Where a feed stood before it was moved. */
export interface MovedFeed {
  /** The last position handed on of each partition; null: none. */
  readonly from: readonly (string | null)[];
  /** Where all of them stand now; null: before the first. */
  readonly to: string | null;
}

/**
 * Put all cursors of a feed somewhere else, backwards too: what follows is handed on again, under the same message ids. Audited in the same
 * transaction. Whoever leads the feed finds out before its next batch.
 *
 * @throws {FeedOperationRefusedError} without a reason, if the position lies ahead of what was published, or the feed's topic is
 *   still being numbered
 * @throws {UnknownFeedError} if there is no such feed
 */
export async function moveFeedCursor(pool: SqlPool, operation: FeedMove): Promise<MovedFeed> {
  const reason = operation.dryRun ? "" : requireReason(operation, "move");
  const { project, feed } = operation;
  return await pool.transaction("move feed cursor", async (sql) => {
    const [known] = await sql.query<{ id: number; topic: string }>("find feed", FIND_FEED, [
      project,
      feed,
    ]);
    if (known === undefined) throw new UnknownFeedError(project, feed);
    const to = await locate(sql, known.topic, operation);
    if (operation.dryRun) {
      const stand = await sql.query<{ from: string | null }>("read feed cursor", STAND, [known.id]);
      return { from: stand.map((row) => row.from), to };
    }
    const rows = await sql.query<{ partition: number; from: string | null }>(
      "move feed cursor",
      MOVE,
      [known.id, to],
    );
    rows.sort((one, other) => one.partition - other.partition);
    const moved = { from: rows.map((row) => row.from), to };
    const detail = { ...moved, asked: { ...toStoredStart(operation.to) } };
    await appendAudit(sql, [feedAudit(operation, reason, "move", "moved", detail)]);
    await sql.query("hint at feed", HINT, [known.topic]);
    return moved;
  });
}

async function locate(
  sql: Sql,
  topic: string,
  { feed, to }: FeedOperation & { readonly to: FeedStart },
): Promise<string | null> {
  await lockTopic(sql, topic);
  const stream = await findStream(sql, topic);
  if (stream?.state !== "open") {
    throw new FeedOperationRefusedError(feed, `topic '${topic}' is still being numbered`);
  }
  const position = await locateStart(sql, stream, to);
  if (position !== null && BigInt(position) > BigInt(stream.lastPosition)) {
    throw new FeedOperationRefusedError(feed, `the topic ends at position ${stream.lastPosition}`);
  }
  return position;
}
