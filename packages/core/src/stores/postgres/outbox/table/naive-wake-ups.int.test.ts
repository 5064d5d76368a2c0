import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createMessage } from "../../../../envelope/messages/message.ts";
import type { OutboxWakeUps } from "../../../../outbox/outbox-storage.ts";
import { createOutboxRelay } from "../../../../outbox/relay/outbox-relay.ts";
import { claimOf } from "../../../../testing/outbox-contract-bench.ts";
import { createTestDatabase, type TestDatabase } from "../../../../testing/test-database.ts";
import { eventually } from "../../../../testing/test-engine.ts";
import { fromPg, fromPgPool } from "../../sql.ts";
import { DEFAULT_OUTBOX_TABLE as table } from "./outbox-table.ts";
import { outboxWakeUps } from "./outbox-wake-ups.ts";
import { postgresOutbox } from "./postgres-outbox.ts";
import { publishMessages } from "./publish-messages.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => database.pool.query("TRUNCATE sagascope.outbox_message RESTART IDENTITY"));

const storage = () => postgresOutbox(fromPgPool(database.pool), table);
const publish = (body: string) =>
  publishMessages(fromPg(database.pool), table, [createMessage({ topic: "orders", body })]);

/** The naive form: it claims when it is told to, and at no other time. */
async function listenOnly(seen: string[]): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url, application_name: "listener" });
  client.on("error", () => undefined); // it is cut off
  client.on("notification", async () => {
    const rows = await storage().claim(claimOf("naive"));
    seen.push(...rows.map(({ payload }) => Buffer.from(payload).toString()));
  });
  await client.connect();
  await client.query(`LISTEN ${table.notifyChannel}`);
  return client;
}

/** End the sessions that listen. @returns how many there were */
async function cutListeners(): Promise<number> {
  const { rowCount } = await database.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND query ILIKE 'listen%'`,
  );
  return rowCount ?? 0;
}

/** Whatever was told to a session before has arrived once this has been answered. */
const hearAll = (client: pg.Client) => client.query("SELECT 1");

describe("a notification", () => {
  it("is lost to a consumer that only listens while its connection is made anew, and not to wake-ups", async () => {
    const naive: string[] = [];
    await listenOnly(naive);
    await publish("heard");
    await eventually("the first message", async () => naive.length === 1);
    expect(await cutListeners()).toBe(1);
    await publish("lost");
    const again = await listenOnly(naive);
    await hearAll(again);
    expect(naive).toEqual(["heard"]);
    expect(await storage().stats()).toMatchObject({ pending: 2 }); // one is claimed
    await again.end();
    await database.pool.query("TRUNCATE sagascope.outbox_message");

    const seen: unknown[] = [];
    const relay = createOutboxRelay({
      ...{ storage: storage(), publish: ({ body }) => void seen.push(body) },
      wakeUps: outboxWakeUps(table, { connectionString: database.url, reconnectMs: 10 }),
      poll: { minMs: 600_000, maxMs: 600_000, factor: 1 },
    });
    relay.start();
    await publish("heard");
    await eventually("the first message", async () => seen.length === 1);
    await database.pool.query(`INSERT INTO sagascope.outbox_message (topic, payload, headers)
      VALUES ('orders', '"told to nobody"', '{"content-type": "application/json"}')`);
    expect(await cutListeners()).toBe(1);
    await eventually("what nobody told of", async () => seen.length === 2);
    await relay.stop();
    expect(seen).toEqual(["heard", "told to nobody"]);
  });

  it("never comes to a consumer behind a pooler that resets its session, and polling finds what it told of", async () => {
    const naive: string[] = [];
    const pooled = await listenOnly(naive);
    await pooled.query("DISCARD ALL"); // as a pooler does between two transactions
    await publish("x");
    await hearAll(pooled);
    await pooled.end();
    expect(naive).toEqual([]);

    const seen: unknown[] = [];
    const deaf: OutboxWakeUps = { listen: async () => ({ close: async () => undefined }) };
    const relay = createOutboxRelay({
      ...{ storage: storage(), publish: ({ body }) => void seen.push(body), wakeUps: deaf },
      poll: { minMs: 5, maxMs: 20, factor: 2 },
    });
    relay.start();
    await eventually("the message", async () => seen.length === 1);
    await publish("y");
    await eventually("the next one", async () => seen.length === 2);
    await relay.stop();
    expect(seen).toEqual(["x", "y"]);
  });
});
