/** Proof of one claim of one message; a later claim of the same message has another token, and this one is worth nothing then. */
export interface Receipt {
  readonly id: string;
  readonly token: string;
}

/** In which order messages of one key are handed out. */
export type OutboxOrder =
  /** One after another, also where several consumers claim: what is behind a message that is claimed or waits, waits with it. */
  | "strict"
  /** As they come. */
  | "loose";

/** What to claim. */
export interface ClaimRequest {
  /** Who claims: told to people, and never a fence. */
  readonly owner: string;
  readonly limit: number;
  readonly leaseMs: number;
  readonly order: OutboxOrder;
  /** Exact topics; undefined for all. An empty list claims nothing. */
  readonly topics?: readonly string[];
  /** Leave alone what was written less long ago than this; default 0. */
  readonly visibilityDelayMs?: number;
  /** Take what this owner holds already once more, under a new token: for one that was started anew under its old name. */
  readonly reclaimsOwn?: boolean;
}

/** A message as a store holds it, claimed. Nothing in it is trusted: `readClaimed` looks at it before a handler does. */
export interface ClaimedRow extends Receipt {
  readonly topic: string;
  /** Messages of one key stay in order; null for one that stands alone. */
  readonly key: string | null;
  readonly payload: Uint8Array;
  /** As it is stored; text to text if all is well. */
  readonly headers: unknown;
  /** Tries that ended in an error. */
  readonly attempts: number;
  /** Claims, this one included: more than tries if somebody died over it. */
  readonly deliveries: number;
  readonly createdAt: Date;
  /** Milliseconds since the first try that failed; 0 if none has. */
  readonly failingForMs: number;
}

/** A try that failed, to be repeated. */
export interface FailedTry {
  readonly receipt: Receipt;
  readonly delayMs: number;
  /** For people. */
  readonly error: string;
  /** Whether it counts as an attempt: an outage of something else does not. */
  readonly counts: boolean;
}

/** Why a message was given up. */
export type OutboxLetterReason =
  /** Its tries are used up. */
  | "max_attempts"
  /** It was handed out too often without coming to an end. */
  | "max_deliveries"
  /** It cannot be read. */
  | "corrupt"
  /** A handler refused it for good. */
  | "rejected";

/** A message that is given up. */
export interface GivenUp {
  readonly receipt: Receipt;
  readonly reason: OutboxLetterReason;
  /** For people. */
  readonly error: string;
  /** Whether its last try counts as an attempt. */
  readonly counts: boolean;
  /** Nobody has to look at it. */
  readonly isResolved: boolean;
}

/** What a store holds, for people and alarms. */
export interface OutboxStats {
  /** Not delivered and not given up, claimed or not. */
  readonly pending: number;
  /** Undefined when nothing is pending. */
  readonly oldestPendingAgeMs: number | undefined;
  /** Given up, and not resolved. */
  readonly dead: number;
}

/**
 * Any table that messages wait in. Every implementation passes `outboxStorageContract`, which says in cases what is said here.
 *
 * All times are by the store's clock. Whatever ends a claim does so only under its token: it returns for how many messages it
 * did, and the others belong to somebody else by now. Empty lists are answered with 0 and no round trip.
 */
export interface OutboxStorage {
  /**
   * Lease messages that are due, oldest first, and count one more delivery of each. May return fewer than there are. Any number
   * of callers at once: none gets what another holds, and with strict order no two hold messages of one key. Each call has one
   * new token.
   */
  claim(request: ClaimRequest): Promise<readonly ClaimedRow[]>;
  /** Begin leases anew. @returns those still held; the others are lost */
  renew(receipts: readonly Receipt[], leaseMs: number): Promise<readonly Receipt[]>;
  /** Delivered: never claimed again. */
  complete(receipts: readonly Receipt[]): Promise<number>;
  /** Not tried: due again after the delay, as if it had not been claimed. */
  handBack(receipts: readonly Receipt[], delayMs: number): Promise<number>;
  /** Tried in vain: due again after the delay. A try that does not count leaves no delivery counted either. */
  retry(failures: readonly FailedTry[]): Promise<number>;
  /** Take messages out and leave dead letters, both or neither. */
  deadLetter(letters: readonly GivenUp[]): Promise<number>;
  /** @param topics - default all */
  stats(topics?: readonly string[]): Promise<OutboxStats>;
  /** Remove delivered messages that were written longer ago than this; never any other. @returns how many */
  purge(olderThanMs: number): Promise<number>;
}

/** Tells that something may be there to claim. Hints get lost, and need not be true: polling stays behind them. */
export interface OutboxWakeUps {
  listen(onWake: () => void): Promise<{ close(): Promise<void> }>;
}
