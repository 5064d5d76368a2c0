import { FeedOperationRefusedError, UnknownFeedError } from "../../../feeds/errors.ts";
import { type FeedOperation, feedAudit, requireReason } from "../../../feeds/feed-operation.ts";
import { appendAudit } from "../audit/append-audit.ts";
import type { SqlPool } from "../sql.ts";
import { CHANGE_CHANNEL } from "../workers/channels.ts";
import { forgetGoneStreams } from "./forget-gone-streams.ts";
import { lockTopic } from "./lock-topic.ts";

const FIND_TOPIC = "SELECT topic FROM sagascope.feed WHERE project = $1 AND name = $2";

const FIND_FEED = `
  SELECT f.id, f.topic, f.stream_id AS "streamId",
         (SELECT min(c.owner) FROM sagascope.feed_cursor c
          WHERE c.feed_id = f.id AND c.leased_until > clock_timestamp()) AS leader
  FROM sagascope.feed f WHERE f.project = $1 AND f.name = $2`;

const DELETE_FEED = "DELETE FROM sagascope.feed WHERE id = $1";

const DELETE_STREAM = `
  DELETE FROM sagascope.feed_stream s
  WHERE s.id = $1 AND NOT EXISTS (SELECT 1 FROM sagascope.feed f WHERE f.stream_id = s.id)`;

const HINT = `SELECT pg_notify('${CHANGE_CHANNEL}', '{"a":1}')`;

/**
 * Forget a feed and how far it came; if it was the last one on its topic, publishing there does nothing for feeds any more, and a
 * later feed numbers the topic anew. Audited in the same transaction; the numbers of its events go after it, in bites, and workers that
 * purge take what a crash leaves of them.
 *
 * @throws {FeedOperationRefusedError} without a reason, or while a worker leads the feed
 * @throws {UnknownFeedError} if there is no such feed
 */
export async function forgetFeed(pool: SqlPool, operation: FeedOperation): Promise<void> {
  const reason = requireReason(operation, "forget");
  const { project, feed } = operation;
  await pool.transaction("forget feed", async (sql) => {
    const [read] = await sql.query<{ topic: string }>("find feed", FIND_TOPIC, [project, feed]);
    if (read !== undefined) await lockTopic(sql, read.topic);
    const [known] = await sql.query<{
      id: number;
      topic: string;
      streamId: number;
      leader: string | null;
    }>("find feed", FIND_FEED, [project, feed]);
    if (known === undefined) throw new UnknownFeedError(project, feed);
    if (known.leader !== null) {
      throw new FeedOperationRefusedError(
        feed,
        `worker '${known.leader}' runs it: stop that first`,
      );
    }
    await sql.query("delete feed", DELETE_FEED, [known.id]);
    await sql.query("delete feed stream", DELETE_STREAM, [known.streamId]);
    const detail = { topic: known.topic };
    await appendAudit(sql, [feedAudit(operation, reason, "forget", "forgotten", detail)]);
    await sql.query("hint at changes", HINT);
  });
  // In bites, each a transaction of its own: millions in one would hold back every vacuum.
  while ((await forgetGoneStreams(pool)) > 0);
}
