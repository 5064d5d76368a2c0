import type { FeedPartition } from "../../../feeds/feed-stores.ts";

/** Picks one partition's cursor `c` of feed `f`; its parameters are those of {@link cursorKey}. */
export const THIS_CURSOR =
  "f.project = $1 AND f.name = $2 AND c.feed_id = f.id AND c.partition = $3";

/** $1 to $3 of a statement about one cursor. */
export function cursorKey(project: string, { feed, partition }: FeedPartition): readonly unknown[] {
  return [project, feed, partition];
}
