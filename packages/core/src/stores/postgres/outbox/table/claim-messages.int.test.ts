import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createMessage, createMessages } from "../../../../envelope/messages/message.ts";
import { StoreUnavailableError } from "../../../../kernel/errors.ts";
import { createOutboxQueue } from "../../../../outbox/queue/outbox-queue.ts";
import { explainingSql, pagesOf } from "../../../../testing/explaining-sql.ts";
import { claimOf } from "../../../../testing/outbox-contract-bench.ts";
import { createTestDatabase, type TestDatabase } from "../../../../testing/test-database.ts";
import { fromPg, fromPgPool } from "../../sql.ts";
import { claimDue } from "./claim-due.ts";
import { claimInOrder } from "./claim-in-order.ts";
import { FIND_BY_INDEX } from "./find-by-index.ts";
import { DEFAULT_OUTBOX_TABLE as table } from "./outbox-table.ts";
import { postgresOutbox } from "./postgres-outbox.ts";
import { publishMessages } from "./publish-messages.ts";

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client(database.url);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});
beforeEach(() =>
  database.pool.query(
    "TRUNCATE sagascope.outbox_message, sagascope.outbox_dead_letter RESTART IDENTITY",
  ),
);

const storage = () => postgresOutbox(fromPgPool(database.pool), table);
const message = (body: unknown) => createMessage({ topic: "orders", body });
const numbers = (count: number) => Array.from({ length: count }, (_n, at) => at);

describe("a claim", () => {
  it("goes past any number of messages that are held back, some at a time, and comes back to them", async () => {
    const { pool } = database;
    await pool.query(
      `INSERT INTO sagascope.outbox_message (topic, key, payload) SELECT 't', 'k', 'x' FROM generate_series(1, 50000)`,
    );
    await pool.query(
      "UPDATE sagascope.outbox_message SET available_at = clock_timestamp() + interval '1 h' WHERE id = 1",
    );
    const [last] = await publishMessages(fromPg(pool), table, [message("free")]);
    const one = storage();
    const found: string[] = [];
    let claims = 0;
    while (found.length === 0 && claims < 50) {
      claims += 1;
      found.push(...(await one.claim(claimOf("a", { limit: 10 }))).map(({ id }) => id));
    }
    expect(found).toEqual([last]);
    expect(claims).toBe(2); // 10 looks each, of 4,000 at most

    await pool.query("UPDATE sagascope.outbox_message SET available_at = clock_timestamp()");
    expect((await one.claim(claimOf("a", { limit: 3 }))).map(({ id }) => id)).toEqual([
      "1",
      "2",
      "3",
    ]);
    await pool.query("DELETE FROM sagascope.outbox_message WHERE id > 3");
  });

  it.each([
    ["strict", "none"],
    ["loose", "none"],
    ["strict", "of others only"],
    ["loose", "of others only"],
    ["strict", "of all"],
    ["loose", "of all"],
  ] as const)(
    "of a topic, in %s order and with statistics %s, touches nothing of what waits on others",
    async (order, statistics) => {
      const { pool } = database;
      await pool.query(
        `INSERT INTO sagascope.outbox_message (topic, key, payload) SELECT 'others', 'k', 'x' FROM generate_series(1, 30000)`,
      );
      await pool.query(
        "DELETE FROM pg_statistic WHERE starelid = 'sagascope.outbox_message'::regclass",
      );
      if (statistics === "of others only") await pool.query("ANALYZE sagascope.outbox_message");
      await publishMessages(fromPg(pool), table, createMessages(numbers(20), { topic: "orders" }));
      if (statistics === "of all") await pool.query("ANALYZE sagascope.outbox_message");
      const topics = ["orders", "none"];
      const request = claimOf("a", { order, topics, limit: 10 });
      const token = "00000000-0000-4000-8000-000000000001";
      const view = { after: table.lowestId, lookAhead: 20, limit: 10 };
      const { text, values } =
        order === "strict"
          ? claimInOrder(table).statement(request, token, view)
          : claimDue(table)(request, topics, token);
      await client.query("BEGIN");
      await client.query(FIND_BY_INDEX.text);
      const { rows } = await client.query(`EXPLAIN (ANALYZE, BUFFERS) ${text}`, [...values]);
      await client.query("ROLLBACK");
      const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
      expect(pagesOf(plan)).toBeLessThan(400);
      expect(plan).not.toMatch(/Rows Removed by Filter: \d{3,}/);
    },
  );

  /** So many messages of one key, held back by their first one. */
  const holdBack = async (count: number) => {
    await database.pool.query(
      `INSERT INTO sagascope.outbox_message (topic, key, payload, available_at)
       SELECT 't', 'hot', 'x', clock_timestamp() + CASE WHEN n = 1 THEN interval '1 h' ELSE '0' END FROM generate_series(1, ${count}) n`,
    );
  };

  it("finds what other keys have behind any number of messages of one that waits, at a step a key", async () => {
    const { pool } = database;
    await holdBack(60_000);
    await pool.query(
      `INSERT INTO sagascope.outbox_message (topic, key, payload)
       SELECT 't', 'key-' || n % 50, 'x' FROM generate_series(1, 500) n`,
    );
    await pool.query("VACUUM ANALYZE sagascope.outbox_message");
    const { sql, take } = explainingSql(pool);
    const rows = await postgresOutbox(sql, table).claim(claimOf("a", { limit: 51 }));
    expect(new Set(rows.map(({ key }) => key)).size).toBe(50);
    expect(rows.map(({ id }) => Number(id)).toSorted((a, b) => a - b)).toEqual(
      numbers(50).map((at) => 60_001 + at),
    );
    const [, hop = ""] = take();
    expect(hop).toContain("Recursive Union");
    expect(hop).not.toMatch(/Seq Scan on outbox_message/);
    expect(pagesOf(hop)).toBeLessThan(2_500); // fifty keys' steps, and fifty rows written
  });

  it("goes through more keys than one statement looks at, and comes to each", async () => {
    const { pool } = database;
    await holdBack(1_000);
    await pool.query(
      `INSERT INTO sagascope.outbox_message (topic, key, payload, available_at)
       SELECT 't', 'held-' || n, 'x', clock_timestamp() + interval '1 h' FROM generate_series(1, 2500) n`,
    );
    await pool.query(
      "INSERT INTO sagascope.outbox_message (topic, key, payload) VALUES ('t', 'zz', 'x')",
    );
    const hopped: number[] = [];
    const { sql, take } = explainingSql(pool);
    const one = postgresOutbox(sql, table);
    let found = 0;
    for (let claim = 0; claim < 4 && found === 0; claim += 1) {
      found = (await one.claim(claimOf("a", { limit: 2 }))).length;
      hopped.push(take().filter((plan) => plan.includes("Recursive Union")).length);
    }
    expect(found).toBe(1);
    expect(hopped.every((hops) => hops === 1)).toBe(true);
  });

  it("comes to messages without a key, however many keys have something to claim", async () => {
    const { pool } = database;
    await holdBack(20_000);
    const [last] = await publishMessages(fromPg(pool), table, [message("no key")]);
    await pool.query(
      `INSERT INTO sagascope.outbox_message (topic, key, payload)
       SELECT 't', 'key-' || n % 40, 'x' FROM generate_series(1, 4000) n`,
    );
    const one = storage();
    const found: string[] = [];
    for (let claim = 0; claim < 30 && !found.includes(last ?? ""); claim += 1) {
      const rows = await one.claim(claimOf("a", { limit: 5 }));
      found.push(...rows.map(({ id }) => id));
      await one.complete(rows);
    }
    expect(found).toContain(last);
  });

  it("keeps each key's order where many claim at once what is behind one that waits", async () => {
    const { pool } = database;
    await holdBack(400);
    await pool.query(
      `INSERT INTO sagascope.outbox_message (topic, key, payload)
       SELECT 't', 'key-' || n % 7, 'x' FROM generate_series(1, 210) n`,
    );
    const completed = new Map<string, number[]>();
    const work = async (owner: string) => {
      const one = postgresOutbox(fromPgPool(pool), table);
      for (let round = 0; round < 60; round += 1) {
        const rows = await one.claim(claimOf(owner, { limit: 4 }));
        for (const { key, id } of rows) {
          const of = completed.get(key ?? "") ?? [];
          completed.set(key ?? "", [...of, Number(id)]);
        }
        await one.complete(rows);
      }
    };
    await Promise.all(["a", "b", "c", "d", "e", "f"].map(work));
    expect(completed.size).toBe(7);
    for (const ids of completed.values()) {
      expect(ids).toHaveLength(30);
      expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    }
  });

  it("is refused by a lease that is only half there [OBX-34]", async () => {
    await publishMessages(fromPg(database.pool), table, [message("x")]);
    const half = "UPDATE sagascope.outbox_message SET token = gen_random_uuid()";
    await expect(database.pool.query(half)).rejects.toThrow("check constraint");
  });

  it("says that the store is unavailable where it is, and leaves the caller's pool open [OBX-33]", async () => {
    const gone = new pg.Pool({ connectionString: "postgresql://nobody@127.0.0.1:1/none" });
    const outbox = postgresOutbox(fromPgPool(gone), table);
    await expect(outbox.claim(claimOf("a"))).rejects.toThrow(StoreUnavailableError);
    await gone.end();

    const queue = createOutboxQueue({ storage: storage() });
    queue.subscribe(["orders"], () => undefined);
    await queue.start();
    expect(await queue.ping()).toBe(true);
    await queue.stop();
    expect((await database.pool.query("SELECT 1")).rowCount).toBe(1);
  });

  it("costs the same however much is behind one message that waits: all its looks together are bounded", async () => {
    const { pool } = database;
    const spent: number[] = [];
    for (const rows of [40_000, 120_000]) {
      await pool.query("TRUNCATE sagascope.outbox_message RESTART IDENTITY");
      await pool.query(
        `INSERT INTO sagascope.outbox_message (topic, key, payload, available_at)
         SELECT 't', 'k', 'x', clock_timestamp() + CASE WHEN n = 1 THEN interval '1 h' ELSE '0' END FROM generate_series(1, $1::int) n`,
        [rows],
      );
      await pool.query("VACUUM ANALYZE sagascope.outbox_message");
      const { sql, take } = explainingSql(pool);
      expect(await postgresOutbox(sql, table).claim(claimOf("a", { limit: 100 }))).toEqual([]);
      const plans = take();
      expect(plans).toHaveLength(11); // ten looks, and one along the index of keys
      for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on outbox_message/);
      spent.push(plans.map(pagesOf).reduce((sum, pages) => sum + pages, 0));
    }
    const [few = 0, many = 0] = spent;
    expect(few).toBeGreaterThan(0);
    expect(many).toBeLessThan(few * 1.2); // an index may be a level deeper
    expect(many).toBeLessThan(10_000);
  });
});
