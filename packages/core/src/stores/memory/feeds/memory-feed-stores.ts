import { ForeignCursorError, UnknownFeedError } from "../../../feeds/errors.ts";
import type {
  CursorMove,
  FeedCursorStore,
  FeedFence,
  FeedLeaseStore,
  FeedPage,
  FeedPageRequest,
  FeedPartition,
  FeedSource,
  FeedStores,
} from "../../../feeds/feed-stores.ts";
import { letterKey, writeLetter } from "../commit/write-letters.ts";
import type { MemoryDatabase } from "../memory-database.ts";
import type { MemoryWorker } from "../memory-worker.ts";
import type { EventRow, FeedCursorRow } from "../rows.ts";
import { keyOf } from "../table.ts";
import { numberEvents } from "./number-events.ts";

/** All ports of a project's feeds over a database in process memory, for one of its workers. */
export function memoryFeedStores(db: MemoryDatabase, worker: MemoryWorker): FeedStores {
  return {
    name: "memory",
    source: memoryFeedSource(db),
    cursors: memoryFeedCursors(db, worker.project),
    leases: memoryFeedLeases(db, worker),
  };
}

function memoryFeedSource(db: MemoryDatabase): FeedSource {
  return {
    advance: async (topic) => ({
      ...{ state: "open", lineage: numberEvents(db, topic).lineage, isHeldBack: false },
    }),
    readPage: async (request) => readPage(db, request),
    findRecord: async (topic, { id, source }) => {
      const event = db.events
        .rows()
        .filter((row) => row.topic === topic && row.id === id)
        .find(({ envelope }) => source === undefined || sourceOf(envelope) === source);
      const place = db.feedPositions
        .rows()
        .find((row) => row.topic === topic && row.seq === event?.seq);
      const lineage = db.feedStreams.get(topic)?.lineage;
      if (event === undefined || place === undefined || lineage === undefined) return undefined;
      return { record: toRecord(event, place.position), shard: place.shard, lineage };
    },
  };
}

function readPage(db: MemoryDatabase, request: FeedPageRequest): FeedPage {
  const { topic, after, limit, partition, partitions, types } = request;
  const last = db.feedStreams.get(topic)?.lastPosition ?? 0;
  const records: FeedPage["records"][number][] = [];
  let position = Number(after);
  while (position < last && records.length < limit) {
    position += 1;
    const row = db.feedPositions.get(keyOf(topic, position));
    const event = row === undefined ? undefined : db.events.get(keyOf(row.seq));
    if (row === undefined || event === undefined || row.shard % partitions !== partition) continue;
    if (types !== undefined && !types.includes(event.type)) continue;
    records.push(toRecord(event, position));
  }
  return {
    records,
    scannedTo: position > Number(after) ? BigInt(position) : undefined,
    gone: 0, // nothing is ever dropped here
  };
}

function toRecord(event: EventRow, position: number): FeedPage["records"][number] {
  const { topic, id, type, subject, revision, envelope } = event;
  return {
    ...{ position: String(position), topic, id, type, subject, envelope },
    source: sourceOf(envelope),
    recordedAt: new Date(event.atMs),
    ...(revision === undefined ? {} : { revision }),
  };
}

function sourceOf(envelope: string): string {
  return (JSON.parse(envelope) as { readonly source?: string }).source ?? "";
}

function memoryFeedCursors(db: MemoryDatabase, project: string): FeedCursorStore {
  return {
    read: async (partition, fence) => {
      const { feed, topic } = partition;
      const known = db.feeds.get(keyOf(project, feed));
      const row = cursorOf(db, project, partition);
      if (known === undefined || row === undefined) throw new UnknownFeedError(project, feed);
      if (known.topic !== topic) {
        throw new ForeignCursorError(feed, `counts topic '${known.topic}', not '${topic}'`);
      }
      if (row.lineage !== db.feedStreams.get(topic)?.lineage) {
        throw new ForeignCursorError(feed, `is of another lineage of '${topic}'`);
      }
      return isFenced(row, fence) ? "fenced" : row.position;
    },

    advance: async (partition, move) =>
      db.transaction(() => {
        const row = cursorOf(db, project, partition);
        if (row === undefined || isFenced(row, move.fence)) return "fenced";
        const ahead = row.position === undefined || row.position < move.position;
        putCursor(db, {
          ...row,
          position: ahead ? move.position : row.position,
          ...{ failedAt: undefined, failures: 0, lastError: undefined },
          ...NO_SUSPICION,
        });
        writeLetters(db, move);
        return "moved";
      }),

    noteTry: async (partition, { after, tries, fence }) =>
      db.transaction(() => {
        const row = cursorOf(db, project, partition);
        if (row === undefined || isFenced(row, fence)) return "fenced";
        putCursor(db, { ...row, suspectedAt: after, tries });
        return "noted";
      }),

    noteFailure: async (partition, { after, error, counts, fence }) =>
      db.transaction(() => {
        const row = cursorOf(db, project, partition);
        if (row === undefined || isFenced(row, fence)) return "fenced";
        const failures = (row.failedAt === after ? row.failures : 0) + (counts ? 1 : 0);
        putCursor(db, { ...row, failedAt: after, failures, lastError: error, ...NO_SUSPICION });
        return failures;
      }),
  };
}

const NO_SUSPICION = { suspectedAt: undefined, tries: 0 } as const;

function writeLetters(db: MemoryDatabase, { letters = [], closeLetters }: CursorMove): void {
  for (const letter of letters) {
    writeLetter(db, letter);
    const key = letterKey(letter);
    const written = db.letters.get(key);
    if (!closeLetters || written === undefined) continue;
    db.letters.put(key, { ...written, resolvedAtMs: db.nowMs(), resolution: "skipped" });
  }
}

function memoryFeedLeases(db: MemoryDatabase, worker: MemoryWorker): FeedLeaseStore {
  const { project, workerId } = worker;
  const heldBy = (partition: FeedPartition, { token }: FeedFence): FeedCursorRow | undefined => {
    const row = cursorOf(db, project, partition);
    return row?.owner === undefined || String(row.token) !== token ? undefined : row;
  };
  return {
    acquire: async (partition, leaseMs) =>
      db.transaction(() => {
        const known = db.feeds.get(keyOf(project, partition.feed));
        if (known === undefined) throw new UnknownFeedError(project, partition.feed);
        const row = cursorOf(db, project, partition);
        if (row === undefined || known.partitions !== partition.partitions) return undefined;
        if (row.owner !== undefined && row.leasedUntilMs > db.nowMs()) return undefined;
        const token = row.token + 1;
        const at = row.position ?? 0n;
        const suspectedAt = row.owner === undefined ? row.suspectedAt : at; // not released: it may have died
        const tries = row.suspectedAt === at ? row.tries : 0;
        const leasedUntilMs = db.nowMs() + leaseMs;
        putCursor(db, { ...row, owner: workerId, token, leasedUntilMs, suspectedAt, tries });
        return {
          token: String(token),
          ...(suspectedAt === at ? { suspectTries: tries } : {}),
        };
      }),

    renew: async (partition, fence, leaseMs) =>
      db.transaction(() => {
        const row = heldBy(partition, fence);
        if (row === undefined) return false;
        putCursor(db, { ...row, leasedUntilMs: db.nowMs() + leaseMs });
        return true;
      }),

    release: async (partition, fence) =>
      db.transaction(() => {
        const row = heldBy(partition, fence);
        if (row !== undefined) putCursor(db, { ...row, owner: undefined, leasedUntilMs: 0 });
      }),

    fairShare: async (feed) => {
      const { partitions } = db.feeds.get(keyOf(project, feed)) ?? { partitions: 1 };
      const since = db.nowMs() - worker.leaseMs;
      const alive = db.workers
        .rows()
        .filter((row) => row.project === project && !row.stopped && row.heartbeatAtMs > since);
      return Math.ceil(partitions / Math.max(1, alive.length));
    },
  };
}

function cursorOf(
  db: MemoryDatabase,
  project: string,
  { feed, partition }: FeedPartition,
): FeedCursorRow | undefined {
  return db.feedCursors.get(keyOf(project, feed, partition));
}

function putCursor(db: MemoryDatabase, row: FeedCursorRow): void {
  db.feedCursors.put(keyOf(row.project, row.feed, row.partition), row);
}

function isFenced(row: FeedCursorRow, fence: FeedFence | undefined): boolean {
  return fence !== undefined && String(row.token) !== fence.token;
}
