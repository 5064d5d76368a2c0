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
      expect(plans).toHaveLength(10);
      for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on outbox_message/);
      spent.push(plans.map(pagesOf).reduce((sum, pages) => sum + pages, 0));
    }
    const [few = 0, many = 0] = spent;
    expect(few).toBeGreaterThan(0);
    expect(many).toBeLessThan(few * 1.2); // an index may be a level deeper
    expect(many).toBeLessThan(10_000);
  });
});
