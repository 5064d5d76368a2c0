import { InvalidConfigError } from "../kernel/errors.ts";
import type { Logger } from "../kernel/logger.ts";
import type { FeedFence, FeedLeaseStore, FeedPartition } from "./feed-stores.ts";

/** Whether this worker may go on. */
export type LeaseState = "held" | "unavailable";

/** Holds the lease of one partition across cycles. */
export interface LeaseKeeper {
  /** Be the leader, or find out that somebody else is: renews a lease that is due, and asks for a new one at most once. */
  ensure(): Promise<LeaseState>;
  /** Renew if it is time to. @returns false if the lease is lost */
  renewIfDue(): Promise<boolean>;
  /** Let others lead. May be repeated. Where the store cannot be reached the lease runs out, unless it is renewed before. */
  release(): Promise<void>;
  /** Forget the lease without a word: somebody else has it. */
  drop(): void;
  /** Undefined while this worker does not lead, and where feeds run without leases. */
  fence(): FeedFence | undefined;
  isLeading(): boolean;
}

export interface LeaseKeeperOptions {
  readonly leases: FeedLeaseStore;
  readonly partition: FeedPartition;
  readonly leaseMs: number;
  /** Counted from the last renewal or acquisition that succeeded, not a batch or cycle: traffic grows with time alone. */
  readonly renewMs: number;
  readonly nowMs: () => number;
  readonly logger: Logger;
}

export function createLeaseKeeper(options: LeaseKeeperOptions): LeaseKeeper {
  const { leases, partition, leaseMs, renewMs, nowMs, logger } = options;
  let fence: FeedFence | undefined;
  let heldSinceMs = 0;

  const acquire = async (): Promise<LeaseState> => {
    const askedAtMs = nowMs();
    fence = await leases.acquire(partition, leaseMs);
    heldSinceMs = askedAtMs; // the store counts from when it was asked or later: never believe in more than there is
    return fence === undefined ? "unavailable" : "held";
  };

  const renewIfDue = async (): Promise<boolean> => {
    if (fence === undefined) return false;
    const askedAtMs = nowMs();
    if (askedAtMs - heldSinceMs < renewMs) return true;
    const renewed = await leases.renew(partition, fence, leaseMs);
    if (renewed) heldSinceMs = askedAtMs;
    else fence = undefined;
    return renewed;
  };

  return {
    ensure: async () => ((await renewIfDue()) ? "held" : acquire()),
    renewIfDue,
    async release() {
      if (fence === undefined) return;
      try {
        await leases.release(partition, fence);
        fence = undefined;
      } catch (error) {
        heldSinceMs = Number.NEGATIVE_INFINITY; // still ours, perhaps: ask before the next batch
        logger.warn("a feed's lease could not be released: it runs out", { error, ...partition });
      }
    },
    drop() {
      fence = undefined;
    },
    fence: () => fence,
    isLeading: () => fence !== undefined,
  };
}

/** For stores without leases, where a feed says that it can do without: always the leader. */
export function unleased(): LeaseKeeper {
  return {
    ensure: async () => "held",
    renewIfDue: async () => true,
    release: async () => undefined,
    drop: () => undefined,
    fence: () => undefined,
    isLeading: () => true,
  };
}

/**
 * The lease store of a feed that needs one.
 *
 * @throws {InvalidConfigError} naming the store and the setting, if there is none
 */
export function requireLeases(
  leases: FeedLeaseStore | undefined,
  feed: string,
  store: string,
): FeedLeaseStore {
  if (leases !== undefined) return leases;
  throw new InvalidConfigError(
    "requireLease",
    `of feed '${feed}' needs leases, which store '${store}' has not: set it to false to run without`,
  );
}
