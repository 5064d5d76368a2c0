import { createLetterCapture } from "../dead-letters/redacting-capture.ts";
import { type Clock, systemClock, systemTimers, type Timers } from "../kernel/clock.ts";
import { newId } from "../kernel/ids.ts";
import type { Logger } from "../kernel/logger.ts";
import type { SealKeyRing } from "../kernel/seal/seal-key-ring.ts";
import type { Project } from "../projects/define-project.ts";
import { feedSettingsOf } from "../projects/feed-settings.ts";
import { createPartitions, type RunningPartition } from "./feed-partitions.ts";
import type { FeedStores } from "./feed-stores.ts";
import type { FeedCycleResult } from "./tally.ts";

/** Tells that something was published. Hints get lost, and need not be true: polling stays behind them. */
export interface FeedHints {
  /** @param onHint - told the topic, where that is known */
  listen(onHint: (topic?: string) => void): Promise<{ close(): Promise<void> }>;
}

/** All feeds of a project, in one process. */
export interface FeedRunner {
  /** Run until stopped. Where nothing can be listened to, polling has to do. */
  start(): Promise<void>;
  /**
   * One cycle of each partition, one after the other: for cron jobs and tests, instead of {@link start}. Lets others lead
   * afterwards. A partition whose cycle fails is told with its error; the others run all the same.
   */
  runOnce(): Promise<readonly FeedRun[]>;
  /** End after the batches under way, or when the deadline is over. May be repeated. */
  stop(deadlineMs: number): Promise<void>;
}

/** One cycle of one partition. */
export type FeedRun = { readonly feed: string; readonly partition: number } & (
  | { readonly kind: "ran"; readonly result: FeedCycleResult }
  | { readonly kind: "failed"; readonly error: unknown }
);

export interface FeedRunnerOptions {
  readonly project: Project;
  readonly stores: FeedStores;
  /** Undefined: originals of dead letters are not kept. */
  readonly keys: SealKeyRing | undefined;
  readonly logger: Logger;
  readonly hints?: FeedHints;
  readonly clock?: Clock;
  readonly timers?: Timers;
  readonly newId?: () => string;
  /** Monotonic time of this process in milliseconds, by which leases are renewed. */
  readonly nowMs?: () => number;
}

/**
 * @throws {InvalidConfigError} if the store lacks what a feed needs
 * @throws {InvalidProjectError} if a feed's settings cannot be used
 */
export function createFeedRunner(options: FeedRunnerOptions): FeedRunner {
  const { project, logger } = options;
  const feeds = project.feeds ?? [];
  const all = createPartitions({
    ...options,
    capture: createLetterCapture(project, options.keys),
    clock: options.clock ?? systemClock,
    timers: options.timers ?? systemTimers,
    newId: options.newId ?? (() => newId()),
    nowMs: options.nowMs ?? (() => performance.now()),
  });

  const runOne = async ({ feed, partition, cycle }: RunningPartition): Promise<FeedRun> => {
    const name = { feed: feed.name, partition };
    try {
      return { ...name, kind: "ran", result: await cycle.runOnce() };
    } catch (error) {
      return { ...name, kind: "failed", error };
    } finally {
      await cycle.release();
    }
  };

  const hint = (topic?: string): void => {
    for (const { feed, worker } of all) {
      if (topic === undefined || feed.topic === topic) worker.hint();
    }
  };
  let listening: { close(): Promise<void> } | undefined;

  return {
    async start() {
      for (const { name } of feeds.filter((feed) => feed.requireLease === false)) {
        logger.warn("a feed runs without a lease: two workers would both hand it on", {
          feed: name,
        });
      }
      for (const { worker } of all) worker.start();
      listening = await listen(options, hint);
    },
    async runOnce() {
      const runs: FeedRun[] = [];
      for (const one of all) runs.push(await runOne(one));
      return runs;
    },
    stop: async (deadlineMs) => {
      await listening?.close();
      await Promise.all(all.map(({ worker }) => worker.stop(deadlineMs)));
      await Promise.all(all.map(({ sink }) => sink.close())); // of those that never started
    },
  };
}

async function listen(
  { project, hints, logger }: FeedRunnerOptions,
  onHint: (topic?: string) => void,
): Promise<{ close(): Promise<void> } | undefined> {
  const { feeds = [] } = project;
  const polled = feeds.map((feed, index) => [
    feed.name,
    feedSettingsOf(feed, `feeds[${index}]`).pollMs,
  ]);
  const everyMs = Object.fromEntries(polled) as Record<string, number>;
  if (feeds.length > 0 && hints === undefined) logger.info("feeds poll", { everyMs });
  try {
    return await hints?.listen(onHint);
  } catch (error) {
    logger.warn("feeds are not told of what is published: they poll", { error, everyMs });
    return undefined;
  }
}
