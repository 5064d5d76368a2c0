import type { LetterCapture } from "../dead-letters/capture.ts";
import type { Clock, Timers } from "../kernel/clock.ts";
import type { Logger } from "../kernel/logger.ts";
import type { Project } from "../projects/define-project.ts";
import type { FeedDefinition } from "../projects/feed.ts";
import { type FeedSettings, feedSettingsOf } from "../projects/feed-settings.ts";
import { mayLead } from "./fair-share.ts";
import { createFeedCycle, type FeedCycle } from "./feed-cycle.ts";
import type { FeedPartition, FeedStores } from "./feed-stores.ts";
import { createFeedWorker, type FeedWorker } from "./feed-worker.ts";
import { createSinkInUse, type SinkInUse } from "./sink-in-use.ts";

/** One partition of a feed in this process. */
export interface RunningPartition {
  readonly feed: FeedDefinition;
  readonly partition: number;
  readonly cycle: FeedCycle;
  readonly sink: SinkInUse;
  readonly worker: FeedWorker;
}

/** What partitions are made of. */
export interface PartitionParts {
  readonly project: Project;
  readonly stores: FeedStores;
  readonly capture: LetterCapture;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly newId: () => string;
  readonly nowMs: () => number;
}

/** Every partition of every feed of a project; those of one feed know of each other, so as to lead no more than their share. */
export function createPartitions(parts: PartitionParts): readonly RunningPartition[] {
  return (parts.project.feeds ?? []).flatMap((feed, index) => {
    const settings = feedSettingsOf(feed, `feeds[${index}]`);
    const siblings: RunningPartition[] = [];
    for (let partition = 0; partition < settings.partitions; partition += 1) {
      siblings.push(createPartition(parts, feed, settings, partition, siblings));
    }
    return siblings;
  });
}

function createPartition(
  parts: PartitionParts,
  feed: FeedDefinition,
  settings: FeedSettings,
  partition: number,
  siblings: readonly RunningPartition[],
): RunningPartition {
  const { stores, logger, timers, nowMs } = parts;
  const { partitions, timeoutMs } = settings;
  const name: FeedPartition = { feed: feed.name, topic: feed.topic, partition, partitions };
  const context = { project: parts.project.name, ...name };
  const { capture, clock, newId } = parts;
  const letters = { ...context, capture, clock, newId };
  const sink = createSinkInUse({ sink: feed.sink, context, timeoutMs, timers });
  const both = { partition: name, settings, sink, logger };
  const cycle = createFeedCycle({ ...both, definition: feed, stores, letters, nowMs });
  const worker = createFeedWorker({
    ...{ ...both, cycle, timers },
    mayLead: () => isItsTurn(stores, name, siblings),
  });
  return { feed, partition, cycle, sink, worker };
}

/** A feed of one partition goes to whoever comes first. */
async function isItsTurn(
  { leases }: FeedStores,
  { feed, partition, partitions }: FeedPartition,
  siblings: readonly RunningPartition[],
): Promise<boolean> {
  if (partitions === 1 || leases === undefined) return true;
  const led = siblings.map((sibling) => ({
    partition: sibling.partition,
    isLeading: sibling.cycle.state().isLeading,
  }));
  return mayLead(partition, led, await leases.fairShare(feed));
}
