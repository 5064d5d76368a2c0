import type { ChannelModel, ConfirmChannel, Message, Options } from "amqplib";
import { newId } from "../../kernel/ids.ts";
import { loadExtra } from "../../kernel/load-extra.ts";
import { withinTime } from "../../kernel/within-time.ts";
import type { Broker } from "../broker.ts";
import type { BrokerDriver } from "../broker-driver.ts";
import { checkUrl, checkWhole } from "../check-broker-options.ts";
import { type BrokerOptions, createBroker } from "../create-broker.ts";
import { BrokerDeniedError, BrokerRefusedError, BrokerUnavailableError } from "../errors.ts";
import { createMadeTopics } from "../made-topics.ts";
import { createReconnecting } from "../reconnecting.ts";
import { shardOfSubject } from "../shard-of-subject.ts";
import { blame, isRefusal, NAME } from "./rabbitmq-errors.ts";
import { createRabbitSource } from "./rabbitmq-source.ts";

/** RabbitMQ, from 3.10 on. */
export interface RabbitMqOptions extends BrokerOptions {
  /** `amqp://user:password@host:5672/vhost`, or `amqps://…`; needs the package `amqplib`. */
  readonly url: string;
  /** Whatever the socket can be told besides: `ca`, `cert`, `key`. */
  readonly socket?: object;
  /** Queues are `<prefix>.<topic>.<shard>`; default `sagascope`. */
  readonly prefix?: string;
  /** Queues a topic, each with one envelope in flight; default 16. The same for all who use the topic. */
  readonly shards?: number;
  /** A call that takes longer has failed; default 5,000. */
  readonly timeoutMs?: number;
  /** Whether queues that are missing are made; default true. */
  readonly createsTopics?: boolean;
}

const SHARDS = 16;
const TIMEOUT_MS = 5_000;
const HEARTBEAT_S = 10;
/** Without a limit what is handed back goes to the end of its queue; the broker is never to be the one that gives up. */
const DELIVERY_LIMIT = 1_000_000_000;

const QUEUE: Options.AssertQueue = {
  durable: true,
  arguments: {
    "x-queue-type": "quorum",
    "x-single-active-consumer": true,
    "x-delivery-limit": DELIVERY_LIMIT,
  },
};

/** A connection, and the channel that is published on. */
interface Session {
  readonly model: ChannelModel;
  readonly channel: ConfirmChannel;
  /** Messages that the broker has sent back, by correlation id. */
  readonly returned: Set<string>;
}

/**
 * A broker on RabbitMQ: a quorum queue a shard, with one active consumer that has one envelope of it in flight. Publishing waits
 * for the broker's confirm, and fails if there is no such queue.
 *
 * @throws {InvalidConfigError} if a setting cannot be used
 */
export function rabbitMqBroker(options: RabbitMqOptions): Broker {
  const { shards = SHARDS, timeoutMs = TIMEOUT_MS } = options;
  checkUrl("url", options.url, ["amqp", "amqps"]);
  checkWhole("shards", shards, 1, 1_024);
  checkWhole("timeoutMs", timeoutMs, 100, 600_000);
  return createBroker(rabbitMqDriver({ ...options, shards, timeoutMs }), options);
}

type Settings = RabbitMqOptions & Required<Pick<RabbitMqOptions, "shards" | "timeoutMs">>;

function rabbitMqDriver(options: Settings): BrokerDriver {
  const { shards, timeoutMs, prefix = "sagascope" } = options;
  const sessions = createReconnecting<Session>({
    broker: NAME,
    open: () => openSession(options, (session) => sessions.drop(session)),
    close: ({ model }) => model.close(),
    isAnswer: isRefusal,
    isDenied: (error) => blame(error) instanceof BrokerDeniedError,
  });
  const use = async <Result>(act: (session: Session) => Promise<Result>): Promise<Result> => {
    try {
      return await sessions.use(act);
    } catch (error) {
      throw blame(error);
    }
  };
  const queueOf = (topic: string, shard: number) => `${prefix}.${topic}.${shard}`;
  const topics = createMadeTopics(async (topic) => {
    if (options.createsTopics === false) return;
    await use(async ({ model }) => {
      const channel = await model.createChannel();
      channel.on("error", () => undefined); // the call that caused it rejects
      for (let shard = 0; shard < shards; shard += 1) {
        await channel.assertQueue(queueOf(topic, shard), QUEUE);
      }
      await channel.close();
    });
  });

  return {
    name: NAME,
    capabilities: {
      delaysAlone: "of a shard one envelope is in flight: what shares it waits along",
      countsRedeliveries: true,
      survivesRestart: true,
    },
    async publish({ topic, id, subject, body, contentType }) {
      await topics.ensure(topic);
      const queue = queueOf(topic, shardOfSubject(subject, shards));
      const correlationId = newId();
      const properties = { contentType, correlationId, messageId: id, persistent: true };
      try {
        await use(async (session) =>
          withinTime({ timeoutMs }, () => publishTo(session, queue, Buffer.from(body), properties)),
        );
      } catch (error) {
        if (error instanceof BrokerRefusedError) topics.forget(topic);
        throw error;
      }
    },
    open: (topic, inflow) =>
      createRabbitSource(inflow, {
        queues: Array.from({ length: shards }, (_, shard) => queueOf(topic, shard)),
        ensure: () => topics.ensure(topic),
        onMissing: () => topics.forget(topic),
        openChannel: () => use(({ model }) => model.createChannel()),
      }),
    createTopics: async (names) => {
      for (const name of names) await topics.ensure(name);
    },
    ping: () =>
      use(({ model }) =>
        withinTime({ timeoutMs }, async () => {
          const channel = await model.createChannel();
          channel.on("error", () => undefined); // as above
          await channel.close();
        }),
      ),
    close: () => sessions.close(),
  };
}

function publishTo(
  { channel, returned }: Session,
  queue: string,
  body: Buffer,
  properties: Options.Publish & { readonly correlationId: string },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error: unknown) => {
      // What cannot be routed is sent back first, and confirmed then.
      if (returned.delete(properties.correlationId)) {
        return reject(new BrokerRefusedError(NAME, `there is no queue '${queue}'`));
      }
      if (!error) return resolve();
      reject(new BrokerUnavailableError(NAME, "did not confirm", { cause: error }));
    };
    channel.publish("", queue, body, { ...properties, mandatory: true }, settle);
  });
}

async function openSession(
  { url, socket = {}, timeoutMs }: Settings,
  onLost: (session: Session) => void,
): Promise<Session> {
  const { connect } = await loadExtra("amqplib", () => import("amqplib"));
  const withHeartbeat = new URL(url);
  if (!withHeartbeat.searchParams.has("heartbeat")) {
    withHeartbeat.searchParams.set("heartbeat", String(HEARTBEAT_S));
  }
  const model = await connect(withHeartbeat.href, { timeout: timeoutMs, ...socket });
  model.on("error", ignore); // from here on: an error that nobody hears ends the process
  const channel = await model.createConfirmChannel().catch(async (error: unknown) => {
    await model.close().catch(ignore);
    throw error;
  });
  const returned = new Set<string>();
  const session = { model, channel, returned };
  channel.on("return", ({ properties }: Message) => returned.add(String(properties.correlationId)));
  channel.on("error", ignore);
  for (const emitter of [model, channel]) emitter.on("close", () => onLost(session));
  return session;
}

/** What is under way rejects. */
function ignore(): void {}
