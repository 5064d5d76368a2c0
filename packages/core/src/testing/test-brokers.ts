import type { Broker } from "../brokers/broker.ts";
import type { BrokerOptions } from "../brokers/create-broker.ts";
import { kafkaBroker } from "../brokers/kafka/kafka-broker.ts";
import { createMemoryBrokerServer, memoryBroker } from "../brokers/memory/memory-broker.ts";
import { natsBroker } from "../brokers/nats/nats-broker.ts";
import { rabbitMqBroker } from "../brokers/rabbitmq/rabbitmq-broker.ts";
import { redisStreamsBroker } from "../brokers/redis-streams/redis-streams-broker.ts";
import { sqsBroker } from "../brokers/sqs/sqs-broker.ts";
import { newId } from "../kernel/ids.ts";
import { isKafkaMissing, loadTestKafka, startMockKafka } from "./mock-kafka.ts";
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
  open(): Promise<{ connect(options?: BrokerOptions): Broker; close(): Promise<void> }>;
}

/** Topics that tests make are small: few shards are enough, and quickly made. */
const SHARDS = 2;
const nothing = async (): Promise<void> => undefined;

/** Every kind of broker. What a run leaves behind at servers that were there before it carries its own prefix. */
export async function testBrokers(): Promise<readonly TestBrokers[]> {
  const prefix = `sagascope-test-${newId().slice(-12)}`;
  return [
    {
      ...{ name: "memory", isMissing: false },
      async open() {
        const server = createMemoryBrokerServer();
        return { connect: (options) => memoryBroker(server, options), close: nothing };
      },
    },
    {
      ...{ name: "Redis Streams", isMissing: await isServerMissing(TEST_REDIS_URL) },
      open: async () => ({
        connect: (options) =>
          redisStreamsBroker({
            ...{ url: TEST_REDIS_URL, keyPrefix: prefix, shards: SHARDS },
            ...options,
          }),
        close: nothing,
      }),
    },
    {
      ...{ name: "NATS JetStream", isMissing: await isServerMissing(TEST_NATS_URL) },
      open: async () => ({
        connect: (options) =>
          natsBroker({ url: TEST_NATS_URL, prefix, shards: SHARDS, ...options }),
        close: nothing,
      }),
    },
    {
      ...{ name: "RabbitMQ", isMissing: await isServerMissing(TEST_RABBITMQ_URL) },
      open: async () => ({
        connect: (options) =>
          rabbitMqBroker({ url: TEST_RABBITMQ_URL, prefix, shards: SHARDS, ...options }),
        close: nothing,
      }),
    },
    {
      ...{ name: "Kafka", isMissing: isKafkaMissing() },
      async open() {
        const server = await startMockKafka();
        const url = `kafka://127.0.0.1:${server.port}`;
        const client = loadTestKafka();
        return {
          connect: (options) => kafkaBroker({ url, client, groupProtocol: "consumer", ...options }),
          close: () => server.kill(),
        };
      },
    },
    {
      ...{ name: "Amazon SQS", isMissing: false },
      async open() {
        const { buildApp } = await import("fauxqs");
        const app = buildApp({ logger: false });
        const endpoint = await app.listen({ host: "127.0.0.1", port: 0 });
        const credentials = { accessKeyId: "test", secretAccessKey: "test" };
        const client = { endpoint, region: "us-east-1", credentials };
        return {
          connect: (options) => sqsBroker({ client, ...options }),
          close: async () => void (await app.close()),
        };
      },
    },
  ];
}
