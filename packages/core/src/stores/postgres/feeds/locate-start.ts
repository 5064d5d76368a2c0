import type { FeedStart } from "../../../projects/feed.ts";
import type { Sql } from "../sql.ts";
import type { StreamRow } from "./find-stream.ts";

const BEFORE_TIME = `
  SELECT position - 1 AS position FROM sagascope.feed_position
  WHERE stream_id = $1 AND event_at >= $2 ORDER BY position LIMIT 1`;

/** The last position before a start; null: there is none before it. */
export async function locateStart(
  sql: Sql,
  stream: Pick<StreamRow, "id" | "lastPosition">,
  start: FeedStart,
): Promise<string | null> {
  if (start === "earliest") return null;
  if (start === "latest") return orNull(BigInt(stream.lastPosition));
  if ("position" in start) return orNull(BigInt(start.position) - 1n);
  const [row] = await sql.query<{ position: string }>("find position of a time", BEFORE_TIME, [
    stream.id,
    start.time,
  ]);
  return orNull(BigInt(row?.position ?? stream.lastPosition));
}

function orNull(position: bigint): string | null {
  return position > 0n ? position.toString() : null;
}

/** A start as it is kept until its stream is open. */
export type StoredStart =
  | { readonly kind: "earliest" | "latest" }
  | { readonly kind: "position"; readonly position: string }
  | { readonly kind: "time"; readonly time: string };

export function toStoredStart(start: FeedStart): StoredStart {
  if (typeof start === "string") return { kind: start };
  if ("position" in start) return { kind: "position", position: String(start.position) };
  return { kind: "time", time: start.time.toISOString() };
}

export function fromStoredStart(stored: StoredStart): FeedStart {
  if (stored.kind === "position") return { position: stored.position };
  if (stored.kind === "time") return { time: new Date(stored.time) };
  return stored.kind;
}
