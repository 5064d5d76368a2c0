import type { Envelope } from "../envelope/envelope.ts";
import type { Logger } from "../kernel/logger.ts";

/**
 * Where envelopes come from and go to outside the database. Every implementation passes `brokerContract`.
 *
 * Order: envelopes of one subject are handed out one after the other, each only once the one before it is settled, whoever
 * consumes; nothing is promised across subjects. At least once: what is not acknowledged comes again, under the same id, and
 * the inbox of whoever handles it tells it from a new one.
 */
export interface Broker {
  /** The kind, for people and logs: `redis-streams`. */
  readonly name: string;
  readonly capabilities: BrokerCapabilities;
  /**
   * Hand over one envelope. Text is sent as it is, once it was found to be an envelope.
   *
   * @throws {BrokerUnavailableError} if the broker cannot be reached or does not answer in time: then it may have it or not
   * @throws {BrokerRefusedError} if it does not take this one
   * @throws {EnvelopeTooLargeError | EnvelopeCorruptError} if it is too large or no envelope
   */
  publish(topic: string, envelope: Envelope | string): Promise<void>;
  /** Begin to consume a topic. Subscriptions of any number of brokers and processes share its envelopes. */
  subscribe(topic: string, options?: SubscribeOptions): BrokerSubscription;
  /**
   * It was handled: it never comes again. A delivery that is settled already, or not this broker's, is left alone.
   *
   * @throws {BrokerUnavailableError} if the broker did not take note: the envelope will come again
   */
  ack(delivery: BrokerDelivery): Promise<void>;
  /** It was not handled: by default it comes again, before anything of its subject that came after it. Otherwise as `ack`. */
  nack(delivery: BrokerDelivery, options?: NackOptions): Promise<void>;
  /** Make what the topics need at the broker. May be repeated. */
  createTopics(topics: readonly string[]): Promise<void>;
  /** What is known from calls so far: of a broker that nobody has called yet, nothing. */
  health(): BrokerHealth;
  /**
   * Ask the broker whether it is there and lets us in. Nothing is made, consumed or sent. Absent where there is no server to ask.
   *
   * @throws {BrokerUnavailableError} if it cannot be reached or does not answer in time
   * @throws {BrokerDeniedError} if it does not let us in
   */
  ping?(): Promise<void>;
  /** Envelopes that were received and wait here to be handed out. */
  held(topic: string): number;
  /**
   * Hand back what is held, wait until what was handed out is settled, but no longer than this, and disconnect. What is unsettled
   * then comes again. May be repeated.
   *
   * @param options.drainMs - default 5,000
   */
  close(options?: { readonly drainMs?: number }): Promise<void>;
}

/** One envelope in a consumer's hands, until it is settled. */
export interface BrokerDelivery {
  readonly topic: string;
  /** Its `xsmattempt` is ours: how often it was handed out before, or absent the first time. A sender's own is not trusted. */
  readonly envelope: Envelope;
  /** The message's bytes as they came. */
  readonly body: Uint8Array;
  /** Times it was handed out before this one, as far as the broker knows. */
  readonly attempt: number;
  ack(): Promise<void>;
  nack(options?: NackOptions): Promise<void>;
}

export interface NackOptions {
  /** `false` drops it for good; default true. */
  readonly requeue?: boolean;
  /** Not before this has passed; default at once. Other subjects go on where the broker `delaysAlone`. */
  readonly delayMs?: number;
}

export interface SubscribeOptions {
  /** End after so long without a delivery; 0: once nothing is there. Undefined: never. */
  readonly idleMs?: number;
  /** Most envelopes held and unsettled at once; default 256. */
  readonly windowMax?: number;
  /** In place of the broker's own, for this topic. */
  readonly onUndecodable?: OnUndecodable;
  /** Where the broker reports, if it was given no logger of its own. */
  readonly logger?: Logger;
}

/** What is told of a message that cannot be read: never a byte of it. */
export interface UndecodableMessage {
  readonly topic: string;
  readonly bytes: number;
  readonly error: { readonly name: string; readonly message: string };
}

/** A message is no envelope, or too large. It is dropped once this has returned, and stays while it throws. */
export type OnUndecodable = (message: UndecodableMessage) => Promise<void> | void;

/**
 * What a topic brings. Ending it, by `break` or by `close`, hands back what is held; what was handed out stays the consumer's
 * and can still be settled.
 */
export interface BrokerSubscription extends AsyncIterable<BrokerDelivery> {
  /** All that can be handed out now, up to so many; waits for the first. Empty once the subscription is over. */
  take(max: number): Promise<readonly BrokerDelivery[]>;
  close(): Promise<void>;
}

/** What a broker cannot do is a sentence that says why. */
export type Capability = true | string;

/** In which ways brokers differ. */
export interface BrokerCapabilities {
  /** While one subject waits for its next try, all others go on. */
  readonly delaysAlone: Capability;
  /** How often an envelope was handed out is known even after its consumer died. */
  readonly countsRedeliveries: Capability;
  /** What was published is there after the server was killed and restarted. */
  readonly survivesRestart: Capability;
}

export interface BrokerHealth {
  /** Whether the last call reached the broker, and nothing that is consumed is refused. True before the first. */
  readonly healthy: boolean;
  /** Why it is not healthy; never a URL or a password. */
  readonly problem?: string;
  /** Handed out and not settled. */
  readonly inFlight: number;
}
