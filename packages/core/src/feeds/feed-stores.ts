import type { ErrorRecord, NewDeadLetter } from "../dead-letters/letter.ts";
import type { FeedRecord } from "../projects/feed.ts";

/** Names one partition of a feed of the project that the stores are for. */
export interface FeedPartition {
  readonly feed: string;
  readonly topic: string;
  /** From 0 on. */
  readonly partition: number;
  /** How many there are. */
  readonly partitions: number;
}

/** How far the numbering of a topic has come. */
export interface StreamState {
  /**
   * Until what was published before the first feed is numbered, there is nothing to read: `opening` asks for another call,
   * `blocked` for a later one, since a transaction is open that may not have seen the feed.
   */
  readonly state: "blocked" | "opening" | "open";
  /** Something is published that cannot be numbered yet, and soon can: worth another look before long. */
  readonly isHeldBack: boolean;
  /** What the positions belong to. */
  readonly lineage: string;
}

/** What to read of a topic. */
export interface FeedPageRequest extends FeedPartition {
  /** The last position that was handed on; 0 for none. */
  readonly after: bigint;
  readonly limit: number;
  /** Exact envelope types; undefined for all. */
  readonly types: readonly string[] | undefined;
}

/** A piece of a topic, in order. */
export interface FeedPage {
  readonly records: readonly FeedRecord[];
  /** Up to here everything for this partition is among the records; undefined when nothing follows `after`. */
  readonly scannedTo: bigint | undefined;
  /** Events that were dropped from the store before this feed could hand them on. */
  readonly gone: number;
}

/**
 * The events of a topic by position. Every implementation passes `feedStoresContract`.
 *
 * Positions have no gaps and keep the order of each subject; an event that commits late gets a later position, never one
 * below what somebody may have read.
 */
export interface FeedSource {
  /** Number what can be numbered. Any number of callers at once. @throws {UnknownTopicError} if no feed reads the topic */
  advance(topic: string): Promise<StreamState>;
  readPage(request: FeedPageRequest): Promise<FeedPage>;
  /**
   * One event by what names its envelope; undefined if it, or its position, is gone.
   *
   * @param envelope.source - undefined: not known, the first with this id
   */
  findRecord(
    topic: string,
    envelope: { readonly id: string; readonly source: string | undefined },
  ): Promise<FoundRecord | undefined>;
}

/** One event of a topic, and where it belongs. */
export interface FoundRecord {
  readonly record: FeedRecord;
  /** The shard of its subject, of which a partition is some. */
  readonly shard: number;
  readonly lineage: string;
}

/** Proof of having led a partition since a certain moment; a stale one moves no cursor. */
export interface FeedFence {
  readonly token: string;
  /**
   * The leader before let its lease run out: it may have died of what follows the cursor. So many batches were begun behind the cursor since the
   * first that died there, of whose end nothing was heard; undefined where nobody died.
   */
  readonly suspectTries?: number;
}

/** A cursor's next place. */
export interface CursorMove {
  readonly position: bigint;
  /** Undefined where feeds run without leases. */
  readonly fence: FeedFence | undefined;
  /** What was left out on the way, written with the cursor or not at all. */
  readonly letters?: readonly NewDeadLetter[];
  /** Close those letters at once. */
  readonly closeLetters?: boolean;
}

/** How far each partition has come. Every implementation passes `feedStoresContract`. */
export interface FeedCursorStore {
  /**
   * The last position handed on; undefined, never 0, before the first.
   *
   * @param fence - if given: `fenced` is returned if somebody else leads now, or the cursor was moved under the leader
   * @throws {UnknownFeedError} if the feed is not registered
   * @throws {ForeignCursorError} if the cursor belongs to another topic or lineage
   */
  read(partition: FeedPartition, fence?: FeedFence): Promise<bigint | undefined | "fenced">;
  /**
   * Move a cursor forward; at or below where it stands is no move and no error. Ends the row of failures.
   *
   * @returns `fenced` if somebody else leads now: nothing was written, letters neither
   */
  advance(partition: FeedPartition, move: CursorMove): Promise<"moved" | "fenced">;
  /**
   * Note before a batch is handed on that it is, where a leader died. Moving the cursor, and a failure that is noted, forget it.
   *
   * @param attempt.tries - how many have been begun behind this position, with this one
   * @returns `fenced` if somebody else leads now
   */
  noteTry(
    partition: FeedPartition,
    attempt: { readonly after: bigint; readonly tries: number; readonly fence: FeedFence },
  ): Promise<"noted" | "fenced">;
  /**
   * Count one more failure of the batch that begins behind a position.
   *
   * @returns how many in a row there are at that position; `fenced` if somebody else leads now
   */
  noteFailure(
    partition: FeedPartition,
    failure: {
      readonly after: bigint;
      readonly error: ErrorRecord;
      /** An outage is shown, but not counted. */
      readonly counts: boolean;
      readonly fence: FeedFence | undefined;
    },
  ): Promise<number | "fenced">;
}

/** Who leads which partition. Every implementation passes `feedStoresContract`. */
export interface FeedLeaseStore {
  /**
   * Become the leader.
   *
   * @returns undefined while somebody else leads, or the feed is registered with another number of partitions
   * @throws {UnknownFeedError} if the feed is not registered
   */
  acquire(partition: FeedPartition, leaseMs: number): Promise<FeedFence | undefined>;
  /** @returns false if somebody else leads by now */
  renew(partition: FeedPartition, fence: FeedFence, leaseMs: number): Promise<boolean>;
  /** Does nothing if somebody else leads by now; may be repeated. */
  release(partition: FeedPartition, fence: FeedFence): Promise<void>;
  /** How many of a feed's partitions each of the workers that are alive should lead. */
  fairShare(feed: string): Promise<number>;
}

/** Everything that feeds need of a store. */
export interface FeedStores {
  /** For messages. */
  readonly name: string;
  /** Undefined: the store cannot number its events, and is refused. */
  readonly source: FeedSource | undefined;
  readonly cursors: FeedCursorStore;
  /** Undefined: the store cannot lease, and is refused unless the feed asks for no lease. */
  readonly leases: FeedLeaseStore | undefined;
}
