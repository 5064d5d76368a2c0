import { InvalidConfigError } from "../kernel/errors.ts";
import type { Logger } from "../kernel/logger.ts";
import type { FeedDefinition } from "../projects/feed.ts";
import type { FeedSettings } from "../projects/feed-settings.ts";
import { createBatchHandover } from "./batch-handover.ts";
import { type DrainParts, drainFeed } from "./drain-feed.ts";
import type { FeedLetterContext } from "./feed-letter.ts";
import type { FeedPartition, FeedSource, FeedStores } from "./feed-stores.ts";
import { createLeaseKeeper, requireLeases, unleased } from "./lease-keeper.ts";
import type { SinkInUse } from "./sink-in-use.ts";
import type { FeedCycleResult } from "./tally.ts";

/** Drives one partition of a feed by hand: for the worker's loop, a cron job, and tests. */
export interface FeedCycle {
  /**
   * Lead, then hand on everything there is, batch by batch, and note each batch only after the sink has taken it. Stops before
   * the next batch when the lease is lost. Asked for while it runs, it runs again afterwards; two never overlap.
   *
   * @throws whatever the sink throws, after the failure was noted; the cursor stays where it was
   * @throws {StoreUnavailableError} if the store cannot be reached
   * @throws {ForeignCursorError | UnknownFeedError} if the feed is not what is registered
   */
  runOnce(): Promise<FeedCycleResult>;
  /** Let others lead. May be repeated. */
  release(): Promise<void>;
  /** Begin no further batch: the cycle under way ends as completed. */
  stop(): void;
  state(): FeedCycleState;
}

/** What became of the latest cycles, for logs and metrics. */
export interface FeedCycleState {
  readonly isLeading: boolean;
  readonly runsWithoutLease: boolean;
  /** Why the latest cycle failed; undefined once one went through. */
  readonly lastError: unknown;
  /** Why the latest event was left out. */
  readonly lastSkippedError: unknown;
}

export interface FeedCycleOptions {
  readonly definition: FeedDefinition;
  readonly settings: FeedSettings;
  readonly partition: FeedPartition;
  readonly stores: FeedStores;
  readonly sink: SinkInUse;
  readonly letters: FeedLetterContext;
  readonly nowMs: () => number;
  readonly logger: Logger;
}

/**
 * @throws {InvalidConfigError} if the store has no source of events, or no leases where the feed needs them
 */
export function createFeedCycle(options: FeedCycleOptions): FeedCycle {
  const { definition, settings, partition, stores, logger } = options;
  const source = requireSource(stores, definition.name);
  const lease = settings.requireLease
    ? createLeaseKeeper({
        leases: requireLeases(stores.leases, definition.name, stores.name),
        ...{ partition, leaseMs: settings.leaseMs, renewMs: settings.renewMs },
        nowMs: options.nowMs,
        logger,
      })
    : unleased();
  let lastError: unknown;
  let lastSkippedError: unknown;
  let isStopping = false;
  const handover = createBatchHandover({
    ...options,
    policy: settings.onPoison,
    cursors: stores.cursors,
    lease,
    onSkipped: (error) => {
      lastSkippedError = error;
    },
  });

  const parts: DrainParts = {
    ...{ partition, source, lease, handover, logger },
    ...{ batchSize: settings.batchSize, types: definition.types, cursors: stores.cursors },
    isStopping: () => isStopping,
  };

  const run = async (): Promise<FeedCycleResult> => {
    try {
      const result = await drainFeed(parts);
      lastError = undefined;
      return result;
    } catch (error) {
      lastError = error;
      throw error;
    }
  };

  let last: Promise<unknown> = Promise.resolve();
  return {
    runOnce() {
      const next = last.then(run, run);
      last = next;
      return next;
    },
    release: () => lease.release(),
    stop() {
      isStopping = true;
    },
    state: () => ({
      isLeading: lease.isLeading(),
      runsWithoutLease: !settings.requireLease,
      lastError,
      lastSkippedError,
    }),
  };
}

function requireSource({ source, name }: FeedStores, feed: string): FeedSource {
  if (source !== undefined) return source;
  throw new InvalidConfigError(
    "stores",
    `of feed '${feed}': store '${name}' cannot number its events, which a feed needs`,
  );
}
