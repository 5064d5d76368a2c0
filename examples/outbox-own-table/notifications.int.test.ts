import { readFileSync } from "node:fs";
import {
  createTestDatabase,
  type OutboxStorageUnderTest,
  outboxStorageContract,
  type StoredMessage,
  type TestDatabase,
} from "@sagascope/core/testing";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { buy } from "./buy.ts";
import { notificationStorage } from "./notification-storage.ts";
import { type PurchaseNotice, sendNotifications } from "./send-notifications.ts";

const schema = readFileSync(new URL("schema.sql", import.meta.url), "utf8");
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase({ migrated: false });
  await database.pool.query(schema);
});
afterAll(() => database.drop());

const STATES = {
  waiting: "pending",
  sent: "delivered",
  failed: "dead",
  dismissed: "dead",
} as const;

function underTest(pool: pg.Pool): OutboxStorageUnderTest {
  return {
    storage: () => notificationStorage(pool),
    async add(...messages) {
      const ids: string[] = [];
      for (const { topic, key, payload, headers } of messages) {
        const { rows } = await pool.query(
          "INSERT INTO notification (channel, customer, content, hints) VALUES ($1, $2, $3, $4) RETURNING no::text",
          [topic, key ?? null, Buffer.from(payload).toString(), JSON.stringify(headers)],
        );
        ids.push(rows[0].no);
      }
      return ids;
    },
    async look(id): Promise<StoredMessage | undefined> {
      const { rows } = await pool.query(
        `SELECT state, tries, handed_out, problem,
           (extract(epoch FROM try_after - clock_timestamp()) * 1000)::float8 AS waits FROM notification WHERE no::text = $1`,
        [id],
      );
      const [row] = rows;
      if (row === undefined) return undefined;
      return {
        state: STATES[row.state as keyof typeof STATES],
        ...{ attempts: row.tries, deliveries: row.handed_out, lastError: row.problem },
        waitsForMs: row.waits,
      };
    },
    async passTime(ms) {
      const past = "$1::float8 * interval '1 ms'";
      await pool.query(
        `UPDATE notification SET try_after = try_after - ${past}, written_at = written_at - ${past},
           failing_since = failing_since - ${past}`,
        [ms],
      );
    },
    close: async () => undefined,
  };
}

describe("a table made by hand [EXA-13][LIM-03]", () => {
  outboxStorageContract({
    holds: "json",
    async makeStorage() {
      await database.pool.query("TRUNCATE notification");
      return underTest(database.pool);
    },
  });
});

describe("notifications of purchases", () => {
  beforeEach(() => database.pool.query("TRUNCATE purchase, notification RESTART IDENTITY"));

  it("are sent once a purchase is there, in order for each customer, and never for one that is not [EXA-11][EXA-13]", async () => {
    const sent: [string, PurchaseNotice][] = [];
    let isDown = true;
    const relay = sendNotifications(database.pool, async (to, notice) => {
      if (isDown && to === "ada") throw new Error("mailbox full");
      sent.push([to, notice]);
    });
    const client = new pg.Client(database.url);
    await client.connect();
    try {
      await buy(client, { id: 1, customer: "ada", total: 10 });
      await buy(client, { id: 2, customer: "ada", total: 20 });
      await buy(client, { id: 3, customer: "bob", total: 30 });
      await expect(buy(client, { id: 3, customer: "eve", total: 40 })).rejects.toThrow("duplicate");
    } finally {
      await client.end();
    }
    await relay.drain();
    expect(sent).toEqual([["bob", { purchase: 3, total: 30 }]]);

    isDown = false;
    await underTest(database.pool).passTime(60_000);
    await relay.drain();
    expect(sent.slice(1)).toEqual([
      ["ada", { purchase: 1, total: 10 }],
      ["ada", { purchase: 2, total: 20 }],
    ]);
    const { rows } = await database.pool.query("SELECT state, tries FROM notification ORDER BY no");
    expect(rows).toEqual([
      { state: "sent", tries: 1 },
      { state: "sent", tries: 0 },
      { state: "sent", tries: 0 },
    ]);
  });
});
