import type { Project } from "../../../projects/define-project.ts";
import { InvalidProjectError } from "../../../projects/errors.ts";
import type { FeedDefinition } from "../../../projects/feed.ts";
import { type FeedSettings, feedSettingsOf } from "../../../projects/feed-settings.ts";
import type { Sql } from "../sql.ts";
import { findStream, type StreamRow } from "./find-stream.ts";
import { locateStart, toStoredStart } from "./locate-start.ts";
import { lockTopic } from "./lock-topic.ts";

const INSERT_STREAM = `
  INSERT INTO sagascope.feed_stream (topic) VALUES ($1) ON CONFLICT (topic) DO NOTHING`;

const UNDECLARE = `
  UPDATE sagascope.feed SET declared = false WHERE project = $1 AND declared AND name <> ALL ($2::text[])`;

/** Where a feed began stays what it was when it was new. */
const UPSERT_FEED = `
  INSERT INTO sagascope.feed AS f (project, name, topic, stream_id, sink, target, partitions, start_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8::json)
  ON CONFLICT (project, name) DO UPDATE
    SET sink = excluded.sink, target = excluded.target, partitions = excluded.partitions, declared = true
    WHERE f.topic = excluded.topic
  RETURNING id`;

const CURSORS = `
  SELECT count(*)::int AS count, coalesce(max(token), 0) AS token, bool_and(placed) AS placed,
         CASE WHEN count(position) = count(*) THEN min(position) END AS lowest
  FROM sagascope.feed_cursor WHERE feed_id = $1`;

const DELETE_CURSORS = "DELETE FROM sagascope.feed_cursor WHERE feed_id = $1";

const INSERT_CURSORS = `
  INSERT INTO sagascope.feed_cursor (feed_id, partition, lineage, position, placed, token)
  SELECT $1, p, $3, $4, $5, $6 FROM generate_series(0, $2::int - 1) p`;

/**
 * Make a project's feeds known. May be repeated: what was known goes on where it stopped. A feed that is no longer declared stays,
 * and nobody runs it, until somebody forgets it.
 *
 * @throws {InvalidProjectError} if a feed that is known has another topic by now
 */
export async function registerFeeds(sql: Sql, project: Project): Promise<void> {
  const feeds = project.feeds ?? [];
  const names = feeds.map(({ name }) => name);
  await sql.query("forget undeclared feeds", UNDECLARE, [project.name, names]);
  const byTopic = [...feeds.entries()].sort(([, one], [, other]) =>
    one.topic < other.topic ? -1 : 1,
  ); // whoever takes several locks takes them in one order
  for (const [index, feed] of byTopic) {
    await registerFeed(sql, project.name, feed, `feeds[${index}]`);
  }
}

async function registerFeed(
  sql: Sql,
  project: string,
  feed: FeedDefinition,
  field: string,
): Promise<void> {
  const settings = feedSettingsOf(feed, field);
  await lockTopic(sql, feed.topic);
  await sql.query("register feed stream", INSERT_STREAM, [feed.topic]);
  const stream = await findStream(sql, feed.topic);
  const [row] = await sql.query<{ id: number }>("register feed", UPSERT_FEED, [
    project,
    feed.name,
    feed.topic,
    stream?.id,
    typeof feed.sink === "function" ? "function" : feed.sink.kind,
    typeof feed.sink === "function" ? null : (feed.sink.target ?? null),
    settings.partitions,
    JSON.stringify(toStoredStart(settings.startAt)),
  ]);
  if (row === undefined || stream === undefined) {
    throw new InvalidProjectError(
      `${field}.topic`,
      `is another than feed '${feed.name}' was registered with: forget the feed, or give it another name`,
    );
  }
  await registerCursors(sql, row.id, stream, settings);
}

/** Other partitions than before begin where the hindmost of those stood: what the others had handed on comes again. */
async function registerCursors(
  sql: Sql,
  feedId: number,
  stream: StreamRow,
  { partitions, startAt }: FeedSettings,
): Promise<void> {
  const [known] = await sql.query<{
    count: number;
    token: string;
    placed: boolean | null;
    lowest: string | null;
  }>("find feed cursors", CURSORS, [feedId]);
  if (known?.count === partitions) return;
  const isNew = known === undefined || known.count === 0;
  const placed = isNew ? stream.state === "open" : known.placed === true;
  const start = isNew && placed ? await locateStart(sql, stream, startAt) : null;
  const position = isNew ? start : known.lowest;
  const token = isNew ? 0n : BigInt(known.token) + 1n; // whoever led then leads no more
  await sql.query("drop feed cursors", DELETE_CURSORS, [feedId]);
  const values = [feedId, partitions, stream.lineage, position, placed, token.toString()];
  await sql.query("register feed cursors", INSERT_CURSORS, values);
}
