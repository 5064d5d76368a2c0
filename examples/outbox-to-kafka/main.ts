// DATABASE_URL=postgresql://… KAFKA_BROKERS=host:9092 npx tsx main.ts
import { jsonLogger, stopOnSignals } from "@sagascope/core";
import { outboxTableSql } from "@sagascope/core/postgres";
import pg from "pg";
import { outboxTable } from "./outbox-table.ts";
import type { KafkaProducer } from "./publish-to-kafka.ts";
import { relayToKafka } from "./relay-to-kafka.ts";

/** The part of the client that is used. It is built in C, and so not installed with this example. */
interface KafkaClient {
  readonly KafkaJS: {
    readonly Kafka: new (
      settings: object,
    ) => {
      producer(
        settings: object,
      ): KafkaProducer & { connect(): Promise<void>; disconnect(): Promise<void> };
    };
  };
}

const { DATABASE_URL = "", KAFKA_BROKERS = "127.0.0.1:9092" } = process.env;
const CLIENT: string = "@confluentinc/kafka-javascript"; // by a name, so that this compiles without it
const { default: client } = (await import(CLIENT)) as { default: KafkaClient };

const pool = new pg.Pool({ connectionString: DATABASE_URL });
// A connection that ends, idle or just handed out, is not the end of the process: the next statement knows.
pool.on("error", () => undefined);
pool.on("connect", (connection) => connection.on("error", () => undefined));
const { rows } = await pool.query("SELECT to_regclass('message') IS NULL AS missing");
if (rows[0].missing) await pool.query(outboxTableSql(outboxTable)); // elsewhere a migration of yours

const kafka = new client.KafkaJS.Kafka({ kafkaJS: { brokers: KAFKA_BROKERS.split(",") } });
const producer = kafka.producer({ kafkaJS: { acks: -1, idempotent: true } });
await producer.connect();

const logger = jsonLogger((line) => process.stderr.write(`${line}\n`), { level: "info" });
const relay = relayToKafka(pool, DATABASE_URL, producer, logger);
stopOnSignals(process, {
  async stop(deadlineMs) {
    await relay.stop(deadlineMs);
    await producer.disconnect();
    await pool.end();
  },
});
relay.start();
process.stderr.write("relaying\n");
