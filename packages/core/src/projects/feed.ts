/** Hands what is published on a topic to a sink, in order, from a cursor that outlives the worker. */
export interface FeedDefinition {
  /** Unique among the project's feeds, relays and machines. */
  readonly name: string;
  readonly topic: string;
  readonly sink: FeedSink | FeedFunction;
  /** Exact envelope types; default all. */
  readonly types?: readonly string[];
  /** Where a feed begins when it is registered for the first time; default `earliest`. Later it goes on where it stopped. */
  readonly startAt?: FeedStart;
  /**
   * How many workers can share the feed; default 1, at most 64. Each partition has a cursor and a leader of its own, and all
   * events of one subject are in one partition.
   */
  readonly partitions?: number;
  /** Events handed over at once; default 100. */
  readonly batchSize?: number;
  /** How long a leader is one without renewal: what others wait when it dies; default 30,000. */
  readonly leaseMs?: number;
  /** Time between renewals, from the last one that succeeded; default a third of `leaseMs`. 0: before each batch. */
  readonly renewMs?: number;
  /** Whether a store that cannot lease is refused; default true. Without a lease two workers may hand over the same events. */
  readonly requireLease?: boolean;
  /** Longest wait for what no hint announced; default 1,000. */
  readonly pollMs?: number;
  /** Wait after the first failure in a row, doubled for each further one; default 1,000, or a quarter of a short lease. */
  readonly retryMinMs?: number;
  /** Longest wait after a failure, below `leaseMs`; default 10,000, or half of a short lease. */
  readonly retryMaxMs?: number;
  /** A batch that takes longer has failed; default half of what a lease leaves after a renewal. */
  readonly timeoutMs?: number;
  /** What becomes of events that the sink refuses again and again; default `block`. */
  readonly onPoison?: FeedPoisonPolicy;
}

/** Where a feed begins. A position is the first one handed over; a time stands for the first event recorded then or later. */
export type FeedStart =
  | "earliest"
  | "latest"
  | { readonly position: bigint | number | string }
  | { readonly time: Date };

/**
 * What becomes of a batch that the sink refuses:
 *
 * - `block`: it is tried again for ever, and nothing behind it moves. Nothing is lost.
 * - `dead_letter`: after so many failures in a row the bad events are found, left out, and stand as open dead letters.
 * - `skip`: likewise, but the dead letters are closed at once: a record, not a task.
 *
 * An outage of the far side, as far as the sink can tell one, is never counted.
 */
export type FeedPoisonPolicy =
  | "block"
  | { readonly kind: "dead_letter" | "skip"; readonly afterFailures: number };

/** One event as a feed hands it over. */
export interface FeedRecord {
  /** Place in the topic, as decimal digits: without gaps, and never reused. Beyond 2^53 some day, hence text. */
  readonly position: string;
  readonly topic: string;
  /** The envelope's `id`. */
  readonly id: string;
  readonly source: string;
  readonly type: string;
  readonly subject: string;
  readonly recordedAt: Date;
  /** The step of the machine that published it; absent from outside. */
  readonly revision?: number;
  /** The envelope as it was sent: CloudEvents JSON. */
  readonly envelope: string;
}

/** What a sink may want to know of the call. */
export interface FeedCall {
  /** Aborted when the batch has taken too long: what is still sent after that may arrive twice, and late. */
  readonly signal: AbortSignal;
}

/**
 * Hand a batch over, in order. Throwing means that none of it was taken; a `BatchRefusedError` says how many from its front
 * were. The same events may come again: after a crash, a lost lease or an error, from the last one that was noted as taken.
 * What it returns is ignored.
 */
export type FeedFunction = (batch: readonly FeedRecord[], call: FeedCall) => Promise<unknown>;

/** What a sink says of a batch that it took. */
export interface FeedReceipt {
  /** Events that the far side had already. */
  readonly duplicates: number;
}

/** Which partition of which feed a sink is opened for. */
export interface FeedSinkContext {
  readonly project: string;
  readonly feed: string;
  readonly topic: string;
  readonly partition: number;
  readonly partitions: number;
  /** What the positions belong to: another database, or a topic numbered anew, has another. */
  readonly lineage: string;
}

/** Where a feed leads. The worker that runs the feed opens it once for each partition, and closes what it opened. */
export interface FeedSink {
  /** Kind and place, for people; no secrets. */
  readonly kind: string;
  readonly target?: string;
  /** @throws {MissingExtraError} if a package it needs is not installed */
  open(context: FeedSinkContext): Promise<OpenFeedSink>;
}

/** A sink in use. */
export interface OpenFeedSink {
  /** As a {@link FeedFunction}. */
  deliver(batch: readonly FeedRecord[], call: FeedCall): Promise<FeedReceipt>;
  /** Let go of connections. May be repeated. */
  close(): Promise<void>;
}
