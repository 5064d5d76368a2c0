import type { BrokerCapabilities } from "./broker.ts";

/**
 * What one kind of broker has to say for itself; `createBroker` makes a `Broker` of it. A driver moves bytes, and knows neither
 * envelopes nor whose turn it is.
 */
export interface BrokerDriver {
  readonly name: string;
  readonly capabilities: BrokerCapabilities;
  /**
   * Resolves once the broker has it for good.
   *
   * @throws {BrokerUnavailableError} if it cannot be reached or does not answer; any other error: it does not take this
   */
  publish(message: OutgoingMessage): Promise<void>;
  /** Begin to bring what a topic has, until closed, reconnecting by itself. */
  open(topic: string, inflow: Inflow): BrokerSource;
  createTopics(topics: readonly string[]): Promise<void>;
  /** Ask the server something that makes and takes nothing. Absent where there is no server to ask. */
  ping?(): Promise<void>;
  close(): Promise<void>;
}

/** An envelope as bytes. */
export interface OutgoingMessage {
  readonly topic: string;
  readonly id: string;
  readonly subject: string;
  readonly body: Uint8Array;
  readonly contentType: string;
}

/** Where a driver puts what arrives. */
export interface Inflow {
  /** How many more may be pushed now; a driver whose broker limits what is in flight may go beyond by as many. */
  room(): number;
  push(arrivals: readonly Arrival[]): void;
  /** Settles once there may be room, or the source is closed. */
  changed(): Promise<void>;
  /**
   * The broker wants these back. Those that wait are taken out and handed out no more; the others are in somebody's hands, and can still
   * be settled.
   *
   * @returns those that were taken out
   */
  recall(arrivals: readonly Arrival[]): readonly Arrival[];
  /** These went back to the broker with their connection: they come again, and settling them means nothing. */
  lost(arrivals: readonly Arrival[]): void;
  /** The connection works, or does not. */
  worked(): void;
  /** It does not; or the broker, or what is needed here, refuses. It is told once, and tried on. */
  failed(error: unknown): void;
  /** The same for one of several that are brought by themselves: what another of them is refused stays known while this one works. */
  apart(): Pick<Inflow, "worked" | "failed">;
}

/** One message that a broker handed to us. */
export interface Arrival {
  readonly body: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
  /** How often it was handed out before; undefined where the broker does not count. */
  readonly redeliveries: number | undefined;
  /** Gone for good. */
  ack(): Promise<void>;
  /**
   * To be handed out again.
   *
   * @returns `kept` if it stays here, with the broker's new count where there is one; `returned` if the broker brings it again
   */
  requeue(delayMs: number): Promise<Requeued>;
  /** Give it back for others to have at once; as if it had never come, as far as the broker can, unless it was handed out. */
  release(wasHandedOut: boolean): Promise<void>;
}

export type Requeued =
  | { readonly kind: "kept"; readonly redeliveries?: number }
  | { readonly kind: "returned" };

/** A topic being consumed. */
export interface BrokerSource {
  /** After this without renewal the broker hands messages to others; undefined: it asks for none. */
  readonly leaseMs: number | undefined;
  /** Begin the leases of these anew. Absent where the broker asks for none. */
  renew?(arrivals: readonly Arrival[]): Promise<void>;
  /** Whether the broker has nothing more to bring now. */
  isEmpty(): Promise<boolean>;
  /** Bring nothing more; what arrived can still be settled. */
  pause(): Promise<void>;
  /** Let go of everything; what is not settled comes again. */
  close(): Promise<void>;
}
