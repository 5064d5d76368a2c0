import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../testing/test-database.ts";
import { fromPgPool } from "../sql.ts";
import { postgresUpkeepStore } from "./postgres-upkeep-store.ts";

/** More than go in one bite. */
const EXPIRED = 5_001;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it("upkeep forgets all receipts that have expired, bite by bite, and then ends", async () => {
  await database.pool.query(
    `INSERT INTO sagascope.inbox (scope, key, fingerprint, receipt, expires_at)
     SELECT 'order-' || n, 'e', 'f', '{}', clock_timestamp() FROM generate_series(1, $1::int) n`,
    [EXPIRED],
  );
  const upkeep = postgresUpkeepStore(fromPgPool(database.pool), "shop");
  expect(await upkeep.forgetExpiredReceipts()).toBe(EXPIRED);
  expect(await upkeep.forgetExpiredReceipts()).toBe(0);
});
