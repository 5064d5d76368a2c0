import type { Broker, BrokerDelivery, NackOptions } from "../brokers/broker.ts";
import { createBroker } from "../brokers/create-broker.ts";
import { BrokerUnavailableError } from "../brokers/errors.ts";
import {
  createMemoryBrokerServer,
  type MemoryMessage,
  memoryDriver,
} from "../brokers/memory/memory-broker.ts";
import { stampAttempt } from "../brokers/read-arrival.ts";
import { decodeEnvelope } from "../envelope/decode-envelope.ts";
import { encodeEnvelope } from "../envelope/encode-envelope.ts";
import { DEFAULT_MAX_BYTES, type Envelope } from "../envelope/envelope.ts";
import { InvalidConfigError, SagascopeError } from "../kernel/errors.ts";

const DRAIN_LIMIT = 100_000;

/** Works on what a test's broker brings. */
export type FakeHandler = (delivery: BrokerDelivery) => Promise<unknown> | unknown;

/** An envelope and where it went. */
export interface OnTopic {
  readonly topic: string;
  readonly envelope: Envelope;
}

/** A broker in memory that remembers everything, fails when told to, and hands out by hand. Every envelope crosses the wire format. */
export interface FakeBroker extends Broker {
  /** What was published, oldest first; not what was injected. */
  readonly published: readonly OnTopic[];
  readonly acked: readonly OnTopic[];
  readonly nacked: readonly (OnTopic & { readonly requeue: boolean })[];
  publishedOn(topic: string): readonly Envelope[];
  /** What waits on a topic, lane by lane. */
  pending(topic: string): readonly Envelope[];
  topics(): readonly string[];
  inFlight(): number;
  /** Inbound traffic: as `publish`, but it is nobody's doing here. */
  deliver(topic: string, envelope: Envelope | string): void;
  /**
   * The next publishes fail, on whatever topic.
   *
   * @throws {InvalidConfigError} if `error` is none, or `times` is not an integer of at least 1
   */
  failNextPublish(error?: Error, times?: number): void;
  /** Have `drain` call a handler for what a topic brings. */
  on(topic: string, handler: FakeHandler): void;
  /**
   * Hand out until nothing waits on topics with a handler, also what handlers publish meanwhile. Acknowledges what a handler
   * returns from; what one throws is dropped and thrown on. Once `signal` aborts, what a handler throws puts its envelope back
   * untouched.
   *
   * @returns how many were handed out
   * @throws {DrainLimitError} if more than `limit` would be; default 100,000
   */
  drain(options?: DrainOptions): Promise<number>;
  /** Forget everything: envelopes, records, failures and handlers. What is in flight is nobody's any more. */
  clear(): void;
}

export interface DrainOptions {
  readonly topic?: string;
  readonly limit?: number;
  readonly signal?: AbortSignal;
}

/** More waits than `drain` was to hand out: handlers may be feeding each other. */
export class DrainLimitError extends SagascopeError {
  readonly code = "DRAIN_LIMIT";
  readonly fault = "caller";

  constructor(limit: number) {
    super(`more than ${limit} envelopes were to be drained`);
  }
}

export function createFakeBroker(options: { readonly maxBytes?: number } = {}): FakeBroker {
  const { maxBytes = DEFAULT_MAX_BYTES } = options;
  const server = createMemoryBrokerServer();
  const broker = createBroker(memoryDriver(server), options);
  const published: OnTopic[] = [];
  const acked: OnTopic[] = [];
  const nacked: (OnTopic & { readonly requeue: boolean })[] = [];
  const failures: Error[] = [];
  const handlers = new Map<string, FakeHandler>();
  const ours = new Map<BrokerDelivery, MemoryMessage>();

  const put = (topic: string, text: string): Envelope => {
    const envelope = decodeEnvelope(text, { maxBytes });
    server.put(topic, envelope.subject ?? "", Buffer.from(text));
    return envelope;
  };

  const handOut = (topic: string, message: MemoryMessage): BrokerDelivery => {
    const attempt = message.deliveries;
    const delivery: BrokerDelivery = {
      ...{ topic, body: message.body, attempt },
      envelope: stampAttempt(decodeEnvelope(message.body, { maxBytes }), attempt),
      ack: () => settle(delivery, undefined),
      nack: (how = {}) => settle(delivery, how),
    };
    ours.set(delivery, message);
    return delivery;
  };
  const settle = async (delivery: BrokerDelivery, nack: NackOptions | undefined): Promise<void> => {
    const message = ours.get(delivery);
    if (message === undefined || !ours.delete(delivery)) return;
    const lanes = server.topic(delivery.topic);
    const record = { topic: delivery.topic, envelope: delivery.envelope };
    if (nack === undefined) acked.push(record);
    else nacked.push({ ...record, requeue: nack.requeue ?? true });
    if (nack === undefined || nack.requeue === false) return lanes.free(message.subject);
    message.deliveries += 1;
    lanes.putBack(message.subject, message, performance.now() + (nack.delayMs ?? 0));
  };

  const handle = async (topic: string, message: MemoryMessage, signal?: AbortSignal) => {
    const delivery = handOut(topic, message);
    try {
      await handlers.get(topic)?.(delivery);
      await delivery.ack();
    } catch (error) {
      if (signal?.aborted && ours.delete(delivery)) {
        server.topic(topic).putBack(message.subject, message, 0);
      } else await delivery.nack({ requeue: false });
      throw error;
    }
  };

  return {
    ...broker,
    ...{ published, acked, nacked },
    async publish(topic, envelope) {
      const text = textOf(envelope);
      const failure = failures.shift();
      if (failure !== undefined) throw failure;
      published.push({ topic, envelope: put(topic, text) });
    },
    deliver: (topic, envelope) => void put(topic, textOf(envelope)),
    publishedOn: (topic) =>
      published.filter((one) => one.topic === topic).map(({ envelope }) => envelope),
    pending: (topic) =>
      server
        .topic(topic)
        .waiting()
        .map(({ body }) => decodeEnvelope(body)),
    topics: server.topics,
    inFlight: () => ours.size + broker.health().inFlight,
    health: () => {
      const health = broker.health();
      return { ...health, inFlight: health.inFlight + ours.size };
    },
    ack: (delivery) => (ours.has(delivery) ? settle(delivery, undefined) : broker.ack(delivery)),
    nack: (delivery, how = {}) =>
      ours.has(delivery) ? settle(delivery, how) : broker.nack(delivery, how),
    failNextPublish(error = new BrokerUnavailableError("fake", "told to fail"), times = 1) {
      if (!(error instanceof Error)) throw new InvalidConfigError("error", "must be an Error");
      requireCount("times", times);
      failures.push(...Array.from({ length: times }, () => error));
    },
    on: (topic, handler) => void handlers.set(topic, handler),
    async drain({ topic: only, limit = DRAIN_LIMIT, signal } = {}) {
      requireCount("limit", limit);
      let handled = 0;
      for (;;) {
        const next = nextOf(only === undefined ? [...handlers.keys()] : [only]);
        if (next === undefined) return handled;
        if (handled === limit) {
          server.topic(next.topic).putBack(next.message.subject, next.message, 0);
          throw new DrainLimitError(limit);
        }
        handled += 1;
        await handle(next.topic, next.message, signal);
      }
    },
    clear() {
      server.clear();
      ours.clear();
      handlers.clear();
      for (const list of [published, acked, nacked, failures]) list.length = 0;
    },
  };

  function nextOf(topics: readonly string[]) {
    for (const topic of topics) {
      const message = server.topic(topic).take(performance.now());
      if (message !== undefined) return { topic, message };
    }
    return undefined;
  }
}

/** @throws {EnvelopeCorruptError} if it is no envelope; its size is looked at later */
function textOf(envelope: Envelope | string): string {
  const maxBytes = Number.MAX_SAFE_INTEGER;
  if (typeof envelope !== "string") return encodeEnvelope(envelope, { maxBytes });
  decodeEnvelope(envelope, { maxBytes });
  return envelope;
}

function requireCount(setting: string, value: number): void {
  if (Number.isSafeInteger(value) && value >= 1) return;
  throw new InvalidConfigError(setting, `must be an integer of at least 1, got ${String(value)}`);
}
