import { decodeEnvelope } from "../envelope/decode-envelope.ts";
import { encodeEnvelope } from "../envelope/encode-envelope.ts";
import { DEFAULT_MAX_BYTES, type Envelope } from "../envelope/envelope.ts";
import { systemTimers, type Timers } from "../kernel/clock.ts";
import { type Logger, silentLogger } from "../kernel/logger.ts";
import { checkByteLimit } from "../kernel/parse-json.ts";
import type { Broker, BrokerDelivery, OnUndecodable } from "./broker.ts";
import type { BrokerDriver, OutgoingMessage } from "./broker-driver.ts";
import { type ConnectionHooks, createConnectionWatch } from "./connection-watch.ts";
import { BrokerDeniedError, isOutage } from "./errors.ts";
import { STRUCTURED_CONTENT_TYPE } from "./read-arrival.ts";
import { createSubscription, type SubscriptionInUse } from "./subscription.ts";
import { withinMs } from "./within-ms.ts";

/** What every broker can be told. */
export interface BrokerOptions extends ConnectionHooks {
  /** Largest envelope that is published or taken, in bytes; default 1 MiB. */
  readonly maxBytes?: number;
  /** Default: a line in the log. */
  readonly onUndecodable?: OnUndecodable;
  /** Default: that of the engine whose project consumes; or else nothing is written. */
  readonly logger?: Logger;
}

/** Time as a broker sees it. */
export interface BrokerClock {
  /** Monotonic. */
  nowMs(): number;
  readonly timers: Timers;
}

const SYSTEM: BrokerClock = { nowMs: () => performance.now(), timers: systemTimers };
const DEFAULT_DRAIN_MS = 5_000;

/**
 * A broker of a driver: order per subject, settling once, counts, hooks, and what cannot be read are the same for all kinds.
 *
 * @throws {InvalidConfigError} if `maxBytes` is no limit
 */
export function createBroker(
  driver: BrokerDriver,
  options: BrokerOptions = {},
  clock: BrokerClock = SYSTEM,
): Broker {
  const { maxBytes = DEFAULT_MAX_BYTES } = options;
  checkByteLimit("maxBytes", maxBytes);
  const watch = createConnectionWatch(driver.name, options, options.logger);
  const publishing = watch.part();
  const asking = watch.part();
  const subscriptions = new Set<SubscriptionInUse>();
  const settledBy = new WeakMap<BrokerDelivery, SubscriptionInUse>();
  let closing: Promise<void> | undefined;

  const all = () => [...subscriptions];

  const close = async (drainMs: number): Promise<void> => {
    await Promise.allSettled(all().map((subscription) => subscription.close()));
    const drained = Promise.all(all().map((subscription) => subscription.drained()));
    await withinMs(drained, drainMs, clock.timers);
    await Promise.allSettled(all().map((subscription) => subscription.end()));
    await driver.close();
  };

  const ping = async (ask: () => Promise<void>): Promise<void> => {
    try {
      await ask();
      asking.worked();
    } catch (error) {
      asking.failed(error);
      throw error;
    }
  };
  const askDriver = driver.ping?.bind(driver);

  return {
    name: driver.name,
    capabilities: driver.capabilities,
    async publish(topic, envelope) {
      const message = toMessage(topic, envelope, maxBytes);
      try {
        await driver.publish(message);
        publishing.worked();
      } catch (error) {
        // What it does not take is its sender's to know.
        if (isOutage(error) || error instanceof BrokerDeniedError) publishing.failed(error);
        throw error;
      }
    },
    subscribe(topic, settings = {}) {
      const onUndecodable = settings.onUndecodable ?? options.onUndecodable;
      const logger = options.logger ?? settings.logger ?? silentLogger;
      if (settings.logger !== undefined) watch.logTo(settings.logger);
      const subscription: SubscriptionInUse = createSubscription({
        ...{ driver, topic, settings, maxBytes, watch, clock, logger },
        ...(onUndecodable === undefined ? {} : { onUndecodable }),
        onHandedOut: (delivery) => settledBy.set(delivery, subscription),
        onEnd: () => subscriptions.delete(subscription),
      });
      subscriptions.add(subscription);
      return subscription;
    },
    async ack(delivery) {
      await settledBy.get(delivery)?.settle(delivery, { kind: "ack" });
    },
    async nack(delivery, { requeue = true, delayMs = 0 } = {}) {
      const how = requeue ? ({ kind: "requeue", delayMs } as const) : ({ kind: "ack" } as const);
      await settledBy.get(delivery)?.settle(delivery, how);
    },
    createTopics: (topics) => driver.createTopics(topics),
    ...(askDriver === undefined ? {} : { ping: () => ping(askDriver) }),
    health: () => ({
      ...watch.health(),
      inFlight: all().reduce((sum, subscription) => sum + subscription.inFlight(), 0),
    }),
    held: (topic) =>
      all()
        .filter((subscription) => subscription.topic === topic)
        .reduce((sum, subscription) => sum + subscription.held(), 0),
    close({ drainMs = DEFAULT_DRAIN_MS } = {}) {
      closing ??= close(drainMs);
      return closing;
    },
  };
}

/** Text goes out as it is, so that a relay's far side has the bytes that its sender wrote. */
function toMessage(topic: string, given: Envelope | string, maxBytes: number): OutgoingMessage {
  const text = typeof given === "string" ? given : encodeEnvelope(given, { maxBytes });
  const { id, subject = "" } =
    typeof given === "string" ? decodeEnvelope(given, { maxBytes }) : given;
  return { topic, id, subject, body: Buffer.from(text), contentType: STRUCTURED_CONTENT_TYPE };
}
