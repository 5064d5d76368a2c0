import { newId } from "../../../kernel/ids.ts";
import type { Project } from "../../../projects/define-project.ts";
import { InvalidProjectError } from "../../../projects/errors.ts";
import type { FeedDefinition } from "../../../projects/feed.ts";
import { type FeedSettings, feedSettingsOf } from "../../../projects/feed-settings.ts";
import type { MemoryDatabase } from "../memory-database.ts";
import type { FeedStreamRow } from "../rows.ts";
import { keyOf } from "../table.ts";
import { locateStart, numberEvents } from "./number-events.ts";

/**
 * Make a project's feeds known. May be repeated: what was known goes on where it stopped.
 *
 * @throws {InvalidProjectError} if a feed that is known has another topic by now
 */
export function registerFeeds(db: MemoryDatabase, project: Project): void {
  for (const [index, feed] of (project.feeds ?? []).entries()) {
    registerFeed(db, project.name, feed, `feeds[${index}]`);
  }
}

function registerFeed(
  db: MemoryDatabase,
  project: string,
  { name, topic, ...definition }: FeedDefinition,
  field: string,
): void {
  const settings = feedSettingsOf({ name, topic, ...definition }, field);
  const known = db.feeds.get(keyOf(project, name));
  if (known !== undefined && known.topic !== topic) {
    throw new InvalidProjectError(
      `${field}.topic`,
      `is another than feed '${name}' was registered with: forget the feed, or give it another name`,
    );
  }
  if (db.feedStreams.get(topic) === undefined) {
    db.feedStreams.put(topic, { topic, lineage: newId(), lastPosition: 0, sweptSeq: 0 });
  }
  const { partitions } = settings;
  db.feeds.put(keyOf(project, name), { project, name, topic, partitions });
  registerCursors(db, { project, feed: name }, numberEvents(db, topic), settings);
}

/** Other partitions than before begin where the hindmost of those stood. */
function registerCursors(
  db: MemoryDatabase,
  { project, feed }: { readonly project: string; readonly feed: string },
  stream: FeedStreamRow,
  { partitions, startAt }: FeedSettings,
): void {
  const known = db.feedCursors.rows().filter((row) => row.project === project && row.feed === feed);
  if (known.length === partitions) return;
  const position =
    known.length === 0
      ? locateStart(db, stream, startAt)
      : hindmost(known.map((row) => row.position));
  const token = Math.max(0, ...known.map((row) => row.token + 1));
  for (const row of known) db.feedCursors.remove(keyOf(project, feed, row.partition));
  for (let partition = 0; partition < partitions; partition += 1) {
    db.feedCursors.put(keyOf(project, feed, partition), {
      ...{ project, feed, partition, lineage: stream.lineage, position, token },
      ...{ owner: undefined, leasedUntilMs: 0, failedAt: undefined, failures: 0 },
      lastError: undefined,
      ...{ suspectedAt: undefined, tries: 0 },
    });
  }
}

/** Undefined, which is before every position, if one of them is. */
function hindmost(positions: readonly (bigint | undefined)[]): bigint | undefined {
  let lowest = positions[0];
  for (const position of positions) {
    if (position === undefined || lowest === undefined) return undefined;
    if (position < lowest) lowest = position;
  }
  return lowest;
}
