import { systemTimers, type Timers } from "../../kernel/clock.ts";
import { InvalidConfigError } from "../../kernel/errors.ts";
import { type Logger, silentLogger } from "../../kernel/logger.ts";
import { requireStorage } from "../check-sides.ts";
import { NotAQueueOperationError } from "../errors.ts";
import { type DecodeBody, decodeBody } from "../message-body.ts";
import type { OutboxStorage, OutboxWakeUps } from "../outbox-storage.ts";
import type { RelayHooks } from "../relay/relay-hooks.ts";
import { defaultOwner } from "../work/default-owner.ts";
import { createInTurn } from "../work/in-turn.ts";
import type { MessageHandler } from "./handle-message.ts";
import { type QueueSettings, queueSettingsOf } from "./queue-settings.ts";
import { createQueueSubscriber, type QueueSubscriber } from "./queue-subscriber.ts";

/** A table as a queue: handlers work on its messages directly, with no broker in between. */
export interface OutboxQueue {
  /**
   * Have messages of topics handled.
   *
   * @throws {InvalidConfigError} if there is no topic, or a setting cannot be used
   */
  subscribe<Body = unknown>(
    topics: readonly string[],
    handler: MessageHandler<Body>,
    options?: SubscribeOptions<Body>,
  ): void;
  /** Run every subscriber until stopped; those that subscribe later run at once. */
  start(): Promise<void>;
  /** There may be something to do: look now instead of at the end of the wait. */
  wake(): void;
  /** Handle what is due and return, instead of {@link start}. @returns how many messages were handled */
  drain(): Promise<number>;
  /**
   * Take no more, finish what was taken, all subscribers side by side; what is not finished within its time is handed back. The
   * store stays open: it is the caller's. May be repeated.
   *
   * @param deadlineMs - default each subscriber's `gracefulMs`
   */
  stop(deadlineMs?: number): Promise<void>;
  /** False if the store does not answer, or a subscriber ended by itself. */
  ping(): Promise<boolean>;
  /** @throws {NotAQueueOperationError} always: nobody answers a message in a table */
  request(): never;
  /** @throws {NotAQueueOperationError} always: a message is taken under a lease, which somebody has to renew */
  getOne(): never;
}

/** What a subscriber may say about itself. */
export interface SubscribeOptions<Body> extends Partial<QueueSettings> {
  /** Default: by the content type. */
  readonly decode?: DecodeBody<Body>;
}

export interface OutboxQueueOptions {
  readonly storage: OutboxStorage;
  /** Default host and chance. */
  readonly owner?: string;
  /** Stands before the name of each topic; default nothing. */
  readonly topicPrefix?: string;
  /** What subscribers do that say nothing themselves. */
  readonly defaults?: Partial<QueueSettings>;
  readonly wakeUps?: OutboxWakeUps;
  readonly hooks?: Omit<RelayHooks, "onRound">;
  readonly logger?: Logger;
  readonly timers?: Timers;
  /** Monotonic time of this process in milliseconds, by which leases are believed in. */
  readonly nowMs?: () => number;
}

interface Subscription {
  readonly subscriber: QueueSubscriber;
  readonly gracefulMs: number;
}

/** @throws {InvalidConfigError} if a default cannot be used */
export function createOutboxQueue(options: OutboxQueueOptions): OutboxQueue {
  const { storage, topicPrefix = "", defaults = {}, hooks = {}, wakeUps } = options;
  const { logger = silentLogger, timers = systemTimers, owner = defaultOwner() } = options;
  const { nowMs = () => performance.now() } = options;
  requireStorage(storage);
  queueSettingsOf(defaults);
  const all: Subscription[] = [];
  const inTurn = createInTurn();
  let isStarted = false;
  let listening: Promise<{ close(): Promise<void> } | undefined> | undefined;
  const wake = () => {
    for (const { subscriber } of all) subscriber.wake();
  };

  return {
    subscribe<Body>(
      topics: readonly string[],
      handler: MessageHandler<Body>,
      { decode = decodeBody as DecodeBody<Body>, ...given }: SubscribeOptions<Body> = {},
    ): void {
      const settings = queueSettingsOf({ ...defaults, ...given });
      const named = requireTopics(topics).map((topic) => `${topicPrefix}${topic}`);
      warnOfRivals(named, all, logger);
      const subscriber = createQueueSubscriber({
        ...{ owner, topics: named, handler, decode, settings },
        ...{ storage, hooks, inTurn, timers, nowMs, logger },
      });
      all.push({ subscriber, gracefulMs: settings.gracefulMs });
      if (isStarted) subscriber.start();
    },
    async start() {
      isStarted = true;
      for (const { subscriber } of all) subscriber.start();
      if (all.length === 0) return;
      listening ??= listen(wakeUps, wake, logger);
      await listening;
    },
    wake,
    async drain() {
      let handled = 0;
      for (const { subscriber } of all) handled += await subscriber.drain();
      return handled;
    },
    async stop(deadlineMs) {
      await (await listening)?.close();
      const counts = await Promise.all(
        all.map(({ subscriber, gracefulMs }) => subscriber.stop(deadlineMs ?? gracefulMs)),
      );
      const abandoned = counts.reduce((sum, count) => sum + count, 0);
      if (abandoned > 0) {
        logger.warn("the queue stopped before its handlers did: what they had is handed back", {
          ...{ owner, abandoned },
        });
      }
    },
    async ping() {
      if (all.some(({ subscriber }) => !subscriber.isAlive())) return false;
      return storage.stats().then(
        () => true,
        () => false,
      );
    },
    request() {
      throw new NotAQueueOperationError("request", "publish, and subscribe to the answer's topic");
    },
    getOne() {
      throw new NotAQueueOperationError("getOne", "subscribe, or claim from the storage yourself");
    },
  };
}

function requireTopics(topics: readonly string[]): readonly string[] {
  if (topics.length > 0 && topics.every((topic) => topic !== "")) return topics;
  throw new InvalidConfigError("topics", "must name at least one topic");
}

function warnOfRivals(
  topics: readonly string[],
  others: readonly Subscription[],
  logger: Logger,
): void {
  const shared = topics.filter((topic) =>
    others.some(({ subscriber }) => subscriber.topics.includes(topic)),
  );
  if (shared.length === 0) return;
  logger.warn("two subscribers share topics: each message goes to one of them", {
    topics: shared,
  });
}

async function listen(
  wakeUps: OutboxWakeUps | undefined,
  onWake: () => void,
  logger: Logger,
): Promise<{ close(): Promise<void> } | undefined> {
  try {
    return await wakeUps?.listen(onWake);
  } catch (error) {
    logger.warn("nobody tells of new messages: polling has to do", { error });
    return undefined;
  }
}
