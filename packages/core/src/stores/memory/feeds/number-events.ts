import { UnknownTopicError } from "../../../feeds/errors.ts";
import type { FeedStart } from "../../../projects/feed.ts";
import type { MemoryDatabase } from "../memory-database.ts";
import type { FeedStreamRow } from "../rows.ts";
import { shardOf } from "../shard-of.ts";
import { keyOf } from "../table.ts";

/** Number what a topic has gained, in order: in one process nothing commits late. */
export function numberEvents(db: MemoryDatabase, topic: string): FeedStreamRow {
  return db.transaction(() => {
    const stream = db.feedStreams.get(topic);
    if (stream === undefined) throw new UnknownTopicError(topic);
    let { lastPosition, sweptSeq } = stream;
    while (sweptSeq < db.last("event")) {
      sweptSeq += 1;
      const event = db.events.get(keyOf(sweptSeq));
      if (event?.topic !== topic) continue;
      lastPosition += 1;
      db.feedPositions.put(keyOf(topic, lastPosition), {
        topic,
        position: lastPosition,
        seq: event.seq,
        atMs: event.atMs,
        shard: shardOf(event.subject),
      });
    }
    const numbered = { ...stream, lastPosition, sweptSeq };
    if (sweptSeq !== stream.sweptSeq) db.feedStreams.put(topic, numbered);
    return numbered;
  });
}

/** The last position before a start; undefined: there is none before it. */
export function locateStart(
  db: MemoryDatabase,
  { topic, lastPosition }: FeedStreamRow,
  start: FeedStart,
): bigint | undefined {
  if (start === "earliest") return undefined;
  if (start === "latest") return orUndefined(BigInt(lastPosition));
  if ("position" in start) return orUndefined(BigInt(start.position) - 1n);
  const fromMs = start.time.getTime();
  for (let position = 1; position <= lastPosition; position += 1) {
    const row = db.feedPositions.get(keyOf(topic, position));
    if (row !== undefined && row.atMs >= fromMs) return orUndefined(BigInt(position) - 1n);
  }
  return orUndefined(BigInt(lastPosition));
}

function orUndefined(position: bigint): bigint | undefined {
  return position > 0n ? position : undefined;
}
