import { afterAll, beforeAll, expect, it } from "vitest";
import { countingSql } from "../../../../testing/counting-sql.ts";
import { createTestDatabase, type TestDatabase } from "../../../../testing/test-database.ts";
import { fromPgPool } from "../../sql.ts";
import { defineOutboxTable } from "./outbox-table.ts";
import { postgresOutbox } from "./postgres-outbox.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it("purges any number of messages in bites, and passes over what stays", async () => {
  await database.pool.query(
    `INSERT INTO sagascope.outbox_message (topic, payload, headers, status, created_at)
     SELECT 'mail', '', '{}', CASE WHEN n % 3 = 0 THEN 'pending' ELSE 'delivered' END, clock_timestamp() - interval '1 day'
     FROM generate_series(1, 18000) n`,
  );
  const counting = countingSql(fromPgPool(database.pool));
  const storage = postgresOutbox(
    counting.sql,
    defineOutboxTable({ table: "sagascope.outbox_message" }),
  );
  expect(await storage.purge(3_600_000)).toBe(12_000);
  expect(counting.take()).toHaveLength(4); // three with something in them, and one that finds nothing more
  const { rows } = await database.pool.query(
    "SELECT status, count(*)::int AS n FROM sagascope.outbox_message GROUP BY 1",
  );
  expect(rows).toEqual([{ status: "pending", n: 6_000 }]);
});
