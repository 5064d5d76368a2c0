import { DEFAULT_MAX_BYTES } from "../../envelope/envelope.ts";
import { withinTime } from "../../kernel/within-time.ts";
import type { Broker } from "../broker.ts";
import type { BrokerDriver } from "../broker-driver.ts";
import { checkUrl, checkWhole } from "../check-broker-options.ts";
import { type BrokerOptions, createBroker } from "../create-broker.ts";
import { BrokerDeniedError, BrokerRefusedError } from "../errors.ts";
import { createMadeTopics } from "../made-topics.ts";
import { createReconnecting } from "../reconnecting.ts";
import { type KafkaPackage, type KafkaSettings, loadKafka } from "./kafka-client.ts";
import { openConsumer } from "./kafka-consumer.ts";
import { blame, CODES, NAME } from "./kafka-errors.ts";
import { openProducer, type ProducerSession } from "./kafka-producer.ts";
import { clientSettings, consumerSettings, producerSettings } from "./kafka-settings.ts";
import { createKafkaSource } from "./kafka-source.ts";

/** Apache Kafka, from 2.4 on, and what speaks its protocol. */
export interface KafkaOptions extends BrokerOptions {
  /**
   * `kafka://host:9092`, or `kafkas://user:password@host:9093?mechanism=SCRAM-SHA-512`; needs the package
   * `@confluentinc/kafka-javascript`.
   */
  readonly url: string;
  /** Whatever else librdkafka can be told, by its names: `bootstrap.servers` with more of them, `ssl.ca.location`. */
  readonly connection?: KafkaSettings;
  /** Begins the names of topics at the server, with a dot; default: topics are named as they are here. */
  readonly prefix?: string;
  /** Consumer groups are `<group>.<topic>`; each group gets everything. Default `sagascope`. */
  readonly group?: string;
  /** Partitions of topics that are made; default 16. */
  readonly partitions?: number;
  /** Copies of topics that are made; default: as the server has it. */
  readonly replicas?: number;
  /**
   * How consumers share a topic's partitions: `consumer`, where the server does it, from Kafka 4.0 on; default `classic`, which all
   * servers know. The same for all consumers of a group.
   */
  readonly groupProtocol?: "classic" | "consumer";
  /**
   * After this without a sign of life from a consumer others get what it had; default 10,000. Servers allow 6,000 and more. With the
   * protocol `consumer` the server has it (`group.consumer.session.timeout.ms`, 45,000).
   */
  readonly leaseMs?: number;
  /** How long a consumer may take to settle what it has in hand of a partition that another is to have; default 30,000. */
  readonly handoverMs?: number;
  /** Messages of a partition that are brought beyond one that stays unsettled; default 1,000. */
  readonly aheadMax?: number;
  /** A call that takes longer has failed; default 5,000. */
  readonly timeoutMs?: number;
  /** Whether topics that are missing are made; default true. */
  readonly createsTopics?: boolean;
  /** The package, where it is not to be looked for. */
  readonly client?: KafkaPackage;
}

const GROUP = "sagascope";
const PARTITIONS = 16;
const LEASE_MS = 10_000;
const HANDOVER_MS = 30_000;
const AHEAD_MAX = 1_000;
const TIMEOUT_MS = 5_000;
/** The library keeps the time of a publish itself; ours is there in case it does not. */
const GRACE_MS = 1_000;

/**
 * A broker on Kafka: the subject is the key, so that a subject is in one partition, and a partition belongs to one consumer of the group.
 * What is committed of a partition is what was settled without a gap [BRK-30].
 *
 * @throws {InvalidConfigError} if a setting cannot be used
 */
export function kafkaBroker(options: KafkaOptions): Broker {
  const settings: Settings = {
    ...{ partitions: PARTITIONS, leaseMs: LEASE_MS, handoverMs: HANDOVER_MS },
    ...{ aheadMax: AHEAD_MAX, timeoutMs: TIMEOUT_MS, maxBytes: DEFAULT_MAX_BYTES, group: GROUP },
    ...options,
  };
  checkUrl("url", options.url, ["kafka", "kafkas"]);
  checkWhole("partitions", settings.partitions, 1, 10_000);
  checkWhole("leaseMs", settings.leaseMs, 1_000, 3_600_000);
  checkWhole("handoverMs", settings.handoverMs, 0, 240_000);
  checkWhole("aheadMax", settings.aheadMax, 1, 1_000_000);
  checkWhole("timeoutMs", settings.timeoutMs, 100, 600_000);
  return createBroker(kafkaDriver(settings), options);
}

type Defaulted =
  | "group"
  | "partitions"
  | "leaseMs"
  | "handoverMs"
  | "aheadMax"
  | "timeoutMs"
  | "maxBytes";
type Settings = KafkaOptions & Required<Pick<KafkaOptions, Defaulted>>;

function kafkaDriver(options: Settings): BrokerDriver {
  const { timeoutMs, handoverMs, aheadMax, group, connection = {} } = options;
  const client = { url: options.url, timeoutMs, connection };
  const load = async () => options.client ?? (await loadKafka());
  const producers = createReconnecting<ProducerSession>({
    broker: NAME,
    open: async () =>
      openProducer(await load(), {
        settings: producerSettings(client, options.maxBytes),
        adminSettings: clientSettings(client),
        timeoutMs,
      }),
    close: (producer) => producer.close(),
    isAnswer: isSound,
    isDenied: (error) => blame(error) instanceof BrokerDeniedError,
  });
  const use = async <Result>(act: (producer: ProducerSession) => Promise<Result>) => {
    try {
      return await producers.use(act);
    } catch (error) {
      throw blame(error);
    }
  };
  const nameOf = (topic: string) =>
    options.prefix === undefined ? topic : `${options.prefix}.${topic}`;
  const topics = createMadeTopics(async (topic) => {
    if (options.createsTopics === false) return;
    const { partitions: num_partitions, replicas: replication_factor = -1 } = options;
    await use((producer) =>
      producer.createTopic({ topic: nameOf(topic), num_partitions, replication_factor }),
    );
  });

  return {
    name: NAME,
    capabilities: {
      delaysAlone:
        "others go on beside it, but Kafka commits no further than to the first unsettled message of a partition: what is settled behind one that waits comes again if its consumer dies, and after `aheadMax` messages the partition waits along",
      countsRedeliveries: "Kafka keeps an offset a partition and no count a message",
      survivesRestart: true,
    },
    async publish(message) {
      await topics.ensure(message.topic);
      try {
        await use((producer) =>
          withinTime({ timeoutMs: timeoutMs + GRACE_MS }, () =>
            producer.publish(nameOf(message.topic), message),
          ),
        );
      } catch (error) {
        if (error instanceof BrokerRefusedError) topics.forget(message.topic);
        throw error;
      }
    },
    open: (topic, inflow) =>
      createKafkaSource(inflow, {
        ...{ timeoutMs, handoverMs, aheadMax },
        ensure: () => topics.ensure(topic),
        onMissing: () => topics.forget(topic),
        open: async (events) => {
          const settings = consumerSettings(client, {
            group: `${group}.${nameOf(topic)}`,
            leaseMs: options.leaseMs,
            protocol: options.groupProtocol ?? "classic",
          });
          return openConsumer(await load(), { topic: nameOf(topic), settings, timeoutMs }, events);
        },
      }),
    createTopics: async (names) => {
      for (const name of names) await topics.ensure(name);
    },
    ping: () => use((producer) => producer.ping()),
    close: () => producers.close(),
  };
}

/** Whether a producer that says this can be used on: it reconnects by itself, and gives up for good only after a fatal error. */
function isSound(error: unknown): boolean {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === "number" && code !== CODES.fatal && !(error instanceof DOMException);
}
