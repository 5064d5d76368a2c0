import { createLetterCapture } from "../dead-letters/redacting-capture.ts";
import { createFeedCycle, type FeedCycle } from "../feeds/feed-cycle.ts";
import type { FeedStores } from "../feeds/feed-stores.ts";
import { createSinkInUse, type SinkInUse } from "../feeds/sink-in-use.ts";
import { createIdMinter } from "../kernel/ids.ts";
import { type LogFields, type Logger, silentLogger } from "../kernel/logger.ts";
import type { FeedDefinition, FeedRecord } from "../projects/feed.ts";
import { feedSettingsOf } from "../projects/feed-settings.ts";
import { memoryFeedStores } from "../stores/memory/feeds/memory-feed-stores.ts";
import { memoryInspection } from "../stores/memory/inspection/memory-inspection.ts";
import { createMemoryDatabase, type MemoryDatabase } from "../stores/memory/memory-database.ts";
import { insertEvents } from "../stores/memory/outbox/publish-events.ts";
import { registerProject } from "../stores/memory/projects/register-project.ts";
import { feedProject, numbered, partitionOf } from "./feed-contract-stores.ts";
import { type ManualClock, manualClock } from "./manual-clock.ts";
import { TEST_SEAL_KEYS } from "./test-engine.ts";

/** What the stores of a scene were asked. */
export interface FeedTraffic {
  acquires: number;
  renewals: number;
  /** How many events each page was asked for. */
  readonly reads: number[];
}

/** One partition of a feed over stores in memory, with a sink that notes what it took. */
export interface FeedScene {
  readonly clock: ManualClock;
  readonly db: MemoryDatabase;
  readonly cycle: FeedCycle;
  readonly sink: SinkInUse;
  readonly traffic: FeedTraffic;
  readonly inspect: ReturnType<typeof memoryInspection>;
  /** The numbers of each batch that was taken. */
  readonly batches: (readonly number[])[];
  readonly log: {
    readonly level: keyof Logger;
    readonly message: string;
    readonly fields: LogFields;
  }[];
  /** Publish that many more events, of one subject each or of one. */
  publish(count: number, subject?: string): void;
  /** Who leads, if anybody does. */
  leader(): string | undefined;
}

export interface FeedSceneOptions extends Partial<FeedDefinition> {
  /** Stands before the sink; throwing refuses the batch. */
  readonly onBatch?: (numbers: readonly number[], batch: readonly FeedRecord[]) => unknown;
  readonly wrapStores?: (stores: FeedStores) => FeedStores;
  /** Shares the database, and so the feed, with another scene. */
  readonly beside?: FeedScene;
  readonly workerId?: string;
}

/** Set the scene. */
export function feedScene(options: FeedSceneOptions = {}): FeedScene {
  const { onBatch, wrapStores, beside, workerId = "first", ...fields } = options;
  const clock = beside?.clock ?? manualClock();
  const db = beside?.db ?? createMemoryDatabase({ clock });
  const batches: (readonly number[])[] = [];
  const log: FeedScene["log"] = [];
  const take = async (batch: readonly FeedRecord[]) => {
    const numbers = batch.map(({ envelope }) => (JSON.parse(envelope) as Numbered).data.n);
    await onBatch?.(numbers, batch);
    batches.push(numbers);
  };
  const definition: FeedDefinition = { name: "test", topic: "events", sink: take, ...fields };
  const project = feedProject(definition);
  const settings = feedSettingsOf(definition, "feed");
  const partition = partitionOf("test", { partitions: settings.partitions });
  const worker = { project: project.name, workerId, leaseMs: 10_000, effectLeaseMs: 10_000 };
  if (beside === undefined) registerProject(db, project);
  const traffic: FeedTraffic = { acquires: 0, renewals: 0, reads: [] };
  const counted = countTraffic(memoryFeedStores(db, worker), traffic);
  const logger = noting(log);
  const sink = createSinkInUse({
    ...{ sink: definition.sink, timeoutMs: settings.timeoutMs, timers: clock },
    context: { project: project.name, ...partition },
  });
  const cycle = createFeedCycle({
    ...{ definition, settings, partition, sink, logger },
    stores: wrapStores?.(counted) ?? counted,
    letters: {
      ...{ project: project.name, feed: "test", clock },
      capture: createLetterCapture({ machines: [] }, TEST_SEAL_KEYS),
      newId: createIdMinter({ clock }),
    },
    nowMs: () => clock.now().getTime(),
  });
  return {
    ...{ clock, db, cycle, sink, traffic, batches, log },
    inspect: memoryInspection(db),
    publish(count, subject) {
      for (let added = 0; added < count; added += 1) {
        const n = db.last("event") + 1;
        const envelope = numbered(subject ?? `s-${n}`, n);
        insertEvents(db, [{ topic: "events", envelope }], "received");
      }
    },
    leader: () => db.feedCursors.rows().find(({ feed }) => feed === "test")?.owner,
  };
}

interface Numbered {
  readonly data: { readonly n: number };
}

function countTraffic(stores: FeedStores, traffic: FeedTraffic): FeedStores {
  const { source, leases } = stores;
  if (source === undefined || leases === undefined)
    throw new Error("the stores in memory have both");
  return {
    ...stores,
    source: {
      ...source,
      readPage: (request) => {
        traffic.reads.push(request.limit);
        return source.readPage(request);
      },
    },
    leases: {
      ...leases,
      acquire: (...args) => {
        traffic.acquires += 1;
        return leases.acquire(...args);
      },
      renew: (...args) => {
        traffic.renewals += 1;
        return leases.renew(...args);
      },
    },
  };
}

function noting(log: FeedScene["log"]): Logger {
  const line =
    (level: keyof Logger) =>
    (message: string, fields: LogFields = {}) =>
      void log.push({ level, message, fields });
  return { ...silentLogger, info: line("info"), warn: line("warn"), error: line("error") };
}
