import { FeedOperationRefusedError, UnknownFeedError } from "../../../feeds/errors.ts";
import { type FeedOperation, feedAudit, requireReason } from "../../../feeds/feed-operation.ts";
import type { FeedStart } from "../../../projects/feed.ts";
import { appendAudit } from "../audit/append-audit.ts";
import type { MemoryDatabase } from "../memory-database.ts";
import { keyOf } from "../table.ts";
import { locateStart, numberEvents } from "./number-events.ts";

/**
 * Put all cursors of a feed somewhere else, backwards too; audited. Whoever leads the feed finds out before its next batch.
 *
 * @throws {FeedOperationRefusedError} without a reason, or if the position lies ahead of what was published
 * @throws {UnknownFeedError} if there is no such feed
 */
export function moveFeedCursor(
  db: MemoryDatabase,
  operation: FeedOperation & { readonly to: FeedStart },
): void {
  const reason = requireReason(operation, "move");
  const { project, feed } = operation;
  db.transaction(() => {
    const known = db.feeds.get(keyOf(project, feed));
    if (known === undefined) throw new UnknownFeedError(project, feed);
    const stream = numberEvents(db, known.topic);
    const position = locateStart(db, stream, operation.to);
    if (position !== undefined && position > BigInt(stream.lastPosition)) {
      throw new FeedOperationRefusedError(
        feed,
        `the topic ends at position ${stream.lastPosition}`,
      );
    }
    for (let partition = 0; partition < known.partitions; partition += 1) {
      const row = db.feedCursors.get(keyOf(project, feed, partition));
      if (row === undefined) continue;
      db.feedCursors.put(keyOf(project, feed, partition), {
        ...row,
        ...{ position, token: row.token + 1, owner: undefined, leasedUntilMs: 0 },
        ...{ failedAt: undefined, failures: 0, lastError: undefined },
        ...{ suspectedAt: undefined, tries: 0 },
      });
    }
    const detail = { to: position?.toString() ?? null };
    appendAudit(db, [feedAudit(operation, reason, "move", "moved", detail)]);
  });
}
