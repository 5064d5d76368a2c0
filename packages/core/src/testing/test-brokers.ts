import type { Broker } from "../brokers/broker.ts";
import type { BrokerOptions } from "../brokers/create-broker.ts";
import { kafkaBroker } from "../brokers/kafka/kafka-broker.ts";
import { createMemoryBrokerServer, memoryBroker } from "../brokers/memory/memory-broker.ts";
import { natsBroker } from "../brokers/nats/nats-broker.ts";
import { rabbitMqBroker } from "../brokers/rabbitmq/rabbitmq-broker.ts";
import { redisStreamsBroker } from "../brokers/redis-streams/redis-streams-broker.ts";
import { sqsBroker } from "../brokers/sqs/sqs-broker.ts";
import { newId } from "../kernel/ids.ts";
import { outboxTableSql } from "../stores/postgres/outbox/table/outbox-table-sql.ts";
import type { BrokerElsewhere } from "./doomed-consumer.ts";
import { startFaultProxy } from "./fault-proxy.ts";
import { isKafkaMissing, loadTestKafka, startMockKafka } from "./mock-kafka.ts";
import { createTestDatabase } from "./test-database.ts";
import { BROKER_TABLE, openCalmPool, outboxBrokerOn } from "./test-outbox-broker.ts";
import {
  isServerMissing,
  TEST_NATS_URL,
  TEST_RABBITMQ_URL,
  TEST_REDIS_URL,
} from "./test-servers.ts";

/** A kind of broker that tests can use here, under names of their own. */
export interface TestBrokers {
  readonly name: string;
  /** Its server is not there, and this is somebody's own machine. */
  readonly isMissing: boolean;
  open(): Promise<TestBrokerServer>;
}

/** A server behind a proxy. */
export interface TestBrokerServer {
  connect(options?: BrokerOptions): Broker;
  /** Break every connection, where there is one. */
  cut(): void;
  /** The same from another process; undefined where the broker is this one's memory. */
  readonly elsewhere: BrokerElsewhere | undefined;
  close(): Promise<void>;
}

/** Topics that tests make are small: few shards are enough, and quickly made. */
const SHARDS = 2;
/** What a killed consumer held is there again after it. */
const LEASE = { leaseMs: 3_000 };

/** Every kind of broker. What a run leaves behind at servers that were there before it carries its own prefix. */
export async function testBrokers(): Promise<readonly TestBrokers[]> {
  const prefix = `sagascope-test-${newId().slice(-12)}`;
  const shared = { prefix, shards: SHARDS };
  return [
    { name: "memory", isMissing: false, open: openMemory },
    { name: "Postgres", isMissing: false, open: openPostgres },
    {
      ...{ name: "Redis Streams", isMissing: await isServerMissing(TEST_REDIS_URL) },
      open: () =>
        openBehindProxy(TEST_REDIS_URL, "redis-streams/redis-streams-broker", redisStreamsBroker, {
          ...{ keyPrefix: prefix, shards: SHARDS, ...LEASE },
        }),
    },
    {
      ...{ name: "NATS JetStream", isMissing: await isServerMissing(TEST_NATS_URL) },
      open: () =>
        openBehindProxy(TEST_NATS_URL, "nats/nats-broker", natsBroker, {
          ...{ ...shared, ...LEASE },
          connection: { ignoreClusterUpdates: true }, // or it would learn of the server behind the proxy
        }),
    },
    {
      ...{ name: "RabbitMQ", isMissing: await isServerMissing(TEST_RABBITMQ_URL) },
      open: () =>
        openBehindProxy(TEST_RABBITMQ_URL, "rabbitmq/rabbitmq-broker", rabbitMqBroker, shared),
    },
    { name: "Kafka", isMissing: isKafkaMissing(), open: openKafka },
    { name: "Amazon SQS", isMissing: false, open: openSqs },
  ];
}

const moduleOf = (file: string) => new URL(file, import.meta.url).href;

async function openMemory(): Promise<TestBrokerServer> {
  const server = createMemoryBrokerServer();
  return {
    connect: (options) => memoryBroker(server, options),
    cut: () => undefined,
    elsewhere: undefined,
    close: async () => undefined,
  };
}

/** A server that was there before: what is made there stays. */
async function openBehindProxy<Settings extends object>(
  serverUrl: string,
  file: string,
  make: (options: Settings & BrokerOptions & { readonly url: string }) => Broker,
  settings: Settings,
): Promise<TestBrokerServer> {
  const url = new URL(serverUrl);
  const proxy = await startFaultProxy({ host: url.hostname, port: Number(url.port) });
  url.host = `127.0.0.1:${proxy.port}`;
  const all = { ...settings, url: url.href };
  return {
    connect: (options) => make({ ...all, ...options }),
    cut: proxy.cut,
    elsewhere: {
      imports: { [make.name]: moduleOf(`../brokers/${file}.ts`) },
      broker: `${make.name}(${JSON.stringify(all)})`,
    },
    close: proxy.close,
  };
}

async function openPostgres(): Promise<TestBrokerServer> {
  const database = await createTestDatabase();
  await database.pool.query(outboxTableSql(BROKER_TABLE));
  const url = new URL(database.url);
  const proxy = await startFaultProxy({ host: url.hostname, port: Number(url.port || 5_432) });
  url.host = `127.0.0.1:${proxy.port}`;
  const settings = { connectionString: url.href };
  const pool = openCalmPool(settings);
  const bench = moduleOf("./test-outbox-broker.ts");
  return {
    connect: (options) => outboxBrokerOn(pool, { ...LEASE, ...options }),
    cut: proxy.cut,
    elsewhere: {
      imports: { openCalmPool: bench, outboxBrokerOn: bench },
      broker: `outboxBrokerOn(openCalmPool(${JSON.stringify(settings)}), ${JSON.stringify(LEASE)})`,
    },
    async close() {
      await pool.end();
      await proxy.close();
      await database.drop();
    },
  };
}

async function openKafka(): Promise<TestBrokerServer> {
  const target = { host: "127.0.0.1", port: 0 };
  const proxy = await startFaultProxy(target);
  const server = await startMockKafka(proxy.port);
  target.port = server.port;
  const settings = {
    url: `kafka://127.0.0.1:${proxy.port}`,
    groupProtocol: "consumer" as const,
    ...LEASE,
  };
  const client = loadTestKafka();
  return {
    connect: (options) => kafkaBroker({ ...settings, client, ...options }),
    cut: proxy.cut,
    elsewhere: {
      imports: {
        kafkaBroker: moduleOf("../brokers/kafka/kafka-broker.ts"),
        loadTestKafka: moduleOf("./mock-kafka.ts"),
      },
      broker: `kafkaBroker({ ...${JSON.stringify(settings)}, client: loadTestKafka() })`,
    },
    async close() {
      await proxy.close();
      await server.kill();
    },
  };
}

async function openSqs(): Promise<TestBrokerServer> {
  const { buildApp } = await import("fauxqs");
  const app = buildApp({ logger: false });
  const { hostname, port } = new URL(await app.listen({ host: "127.0.0.1", port: 0 }));
  const proxy = await startFaultProxy({ host: hostname, port: Number(port) });
  const settings = {
    ...LEASE,
    client: {
      ...{ endpoint: `http://127.0.0.1:${proxy.port}`, region: "us-east-1" },
      credentials: { accessKeyId: "test", secretAccessKey: "test" },
      useQueueUrlAsEndpoint: false, // or it would go around the proxy
    },
  };
  return {
    connect: (options) => sqsBroker({ ...settings, ...options }),
    cut: proxy.cut,
    elsewhere: {
      imports: { sqsBroker: moduleOf("../brokers/sqs/sqs-broker.ts") },
      broker: `sqsBroker(${JSON.stringify(settings)})`,
    },
    async close() {
      await proxy.close();
      await app.close();
    },
  };
}
