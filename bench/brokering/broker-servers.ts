import { isKafkaMissing, startMockKafka } from "../../packages/core/src/testing/mock-kafka.ts";
import {
  TEST_NATS_URL,
  TEST_RABBITMQ_URL,
  TEST_REDIS_URL,
} from "../../packages/core/src/testing/test-servers.ts";
import { openDatabases } from "../comparison/databases.ts";
import { createBrokerTable } from "./open-broker.ts";

/** A broker to measure: its server is there already, or is opened for the run. */
export interface BrokerServer {
  readonly name: string;
  /** What stands behind the name, where it is not the real thing. */
  readonly standIn?: string;
  /** How many small envelopes it keeps, where that is few. */
  readonly keeps?: number;
  open(): Promise<{ readonly url: string; close(): Promise<void> }>;
}

const running = (url: string) => async () => ({ url, close: async () => undefined });

/** Servers of the integration tests: those of the environment or of this machine, and stand-ins for Kafka and SQS. */
export const BROKER_SERVERS: readonly BrokerServer[] = [
  { name: "memory", open: running("memory://here") },
  {
    name: "postgres",
    async open() {
      const server = process.env.DATABASE_URL;
      if (server === undefined) throw new Error("set DATABASE_URL to a server of PostgreSQL");
      const databases = openDatabases(server);
      const { name, url } = await databases.create();
      await createBrokerTable(url);
      const close = async () => {
        await databases.drop(name);
        await databases.close();
      };
      return { url, close };
    },
  },
  { name: "redis", open: running(TEST_REDIS_URL) },
  { name: "nats", open: running(TEST_NATS_URL) },
  { name: "rabbitmq", open: running(TEST_RABBITMQ_URL) },
  {
    name: "kafka",
    standIn: "librdkafka's server in memory",
    keeps: 50_000, // 5 MiB a partition, and then it drops the oldest
    async open() {
      if (isKafkaMissing()) throw new Error("`npm run kafka` builds the server and the client");
      const server = await startMockKafka();
      return { url: `kafka://127.0.0.1:${server.port}`, close: () => server.kill() };
    },
  },
  {
    name: "sqs",
    standIn: "fauxqs, in memory",
    async open() {
      const { buildApp } = await import("fauxqs");
      const app = buildApp({ logger: false });
      const endpoint = await app.listen({ host: "127.0.0.1", port: 0 });
      return {
        url: `sqs://us-east-1?endpoint=${encodeURIComponent(endpoint)}`,
        close: async () => void (await app.close()),
      };
    },
  },
];
