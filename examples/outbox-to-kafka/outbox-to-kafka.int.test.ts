import { createMessage } from "@sagascope/core";
import { fromPg, outboxTableSql, publishMessages } from "@sagascope/core/postgres";
import {
  createTestDatabase,
  eventually,
  isKafkaMissing,
  loadTestKafka,
  type MockKafka,
  startMockKafka,
  type TestDatabase,
} from "@sagascope/core/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { outboxTable } from "./outbox-table.ts";
import type { KafkaProducer } from "./publish-to-kafka.ts";
import { relayToKafka } from "./relay-to-kafka.ts";

interface Received {
  readonly partition: number;
  readonly message: {
    readonly key: Buffer | null;
    readonly value: Buffer;
    readonly headers: Readonly<Record<string, Buffer>>;
  };
}

interface Session {
  connect(): Promise<void>;
  disconnect(): Promise<void>;
}

/** The part of the client's simpler interface that is used here. */
interface Kafka {
  producer(settings: object): KafkaProducer & Session;
  consumer(settings: object): Session & {
    subscribe(of: { readonly topics: readonly string[] }): Promise<void>;
    run(how: { readonly eachMessage: (received: Received) => Promise<void> }): Promise<void>;
  };
}

describe.skipIf(isKafkaMissing())("an outbox that Kafka hears of", () => {
  let database: TestDatabase;
  let server: MockKafka;
  let kafka: Kafka;

  beforeAll(async () => {
    database = await createTestDatabase({ migrated: false });
    await database.pool.query(outboxTableSql(outboxTable));
    server = await startMockKafka();
    const { KafkaJS } = loadTestKafka() as unknown as {
      readonly KafkaJS: { readonly Kafka: new (settings: object) => Kafka };
    };
    kafka = new KafkaJS.Kafka({ kafkaJS: { brokers: [`127.0.0.1:${server.port}`], logLevel: 0 } });
  });
  afterAll(async () => {
    await server?.kill();
    await database?.drop();
  });

  it("has each message once it is committed: topic, key, bytes and headers as they were written, a key in order and in one partition [EXA-12]", async () => {
    const producer = kafka.producer({ kafkaJS: { acks: -1, idempotent: true } });
    await producer.connect();
    const relay = relayToKafka(database.pool, database.url, producer);
    relay.start();
    const orders = [1, 2, 3].map((n) => orderMessage("order-1", n));
    const other = orderMessage("order-2", 1);
    const rolledBack = orderMessage("order-3", 1);
    const client = await database.pool.connect();
    try {
      await client.query("BEGIN");
      await publishMessages(fromPg(client), outboxTable, [rolledBack]);
      await client.query("ROLLBACK");
      await client.query("BEGIN");
      await publishMessages(fromPg(client), outboxTable, [...orders, other]);
      await client.query("COMMIT");
    } finally {
      client.release();
    }

    const received: Received[] = [];
    const consumer = kafka.consumer({ kafkaJS: { groupId: "t", fromBeginning: true } });
    await eventually("all to be sent", async () => {
      const { rows } = await database.pool.query(
        "SELECT count(*)::int AS n FROM message WHERE status = 'pending'",
      );
      return rows[0].n === 0;
    });
    await consumer.connect();
    await consumer.subscribe({ topics: ["shop.orders"] });
    await consumer.run({ eachMessage: async (one) => void received.push(one) });
    await eventually("all four", async () => received.length === 4);
    await Promise.all([relay.stop(), consumer.disconnect()]);
    await producer.disconnect();

    const ofOrder = received.filter(({ message }) => String(message.key) === "order-1");
    expect(ofOrder.map(({ message }) => String(message.value))).toEqual(
      orders.map(({ payload }) => Buffer.from(payload).toString()),
    );
    expect(new Set(ofOrder.map(({ partition }) => partition)).size).toBe(1);
    for (const { message } of received) {
      expect(String(message.headers["content-type"])).toContain("json");
      expect(String(message.headers.kind)).toBe("order");
    }
    expect(received.map(({ message }) => String(message.key))).not.toContain("order-3");
  });
});

function orderMessage(key: string, n: number) {
  return createMessage({ topic: "shop.orders", key, body: { n }, headers: { kind: "order" } });
}
