import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../testing/test-database.ts";
import { fromPgPool } from "../sql.ts";
import { purgeLetters } from "./purge-letters.ts";

const DAY_MS = 86_400_000;
const BY = { actor: "mara", reason: "done with", dryRun: false };

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => database.pool.query("TRUNCATE sagascope.dead_letter CASCADE"));

const sql = () => fromPgPool(database.pool);

/** Letters that were seen and, if asked for, resolved so many days ago. */
const putLetters = (prefix: string, letters: number, days: number, isResolved: boolean) =>
  database.pool.query(
    `INSERT INTO sagascope.dead_letter (id, project, consumer, work_key, source, reason, subject, event_type, attempts, errors,
       fingerprint, cause_title, captured_at, last_seen_at, resolved_at)
     SELECT $1 || n, 'shop', 'order', $1 || n, 'envelope', 'corrupt', 's', 't', 1, '[]', 'f', 'c', at, at, CASE WHEN $4 THEN at END
     FROM (SELECT n, clock_timestamp() - $3 * interval '1 day' AS at FROM generate_series(1, $2::int) n) letters`,
    [prefix, letters, days, isResolved],
  );
async function purged(): Promise<readonly number[]> {
  const { rows } = await database.pool.query(
    `SELECT (detail ->> 'deleted')::int AS deleted FROM sagascope.audit WHERE action = 'purge' ORDER BY seq`,
  );
  return rows.map(({ deleted }) => deleted);
}
async function left(): Promise<number> {
  const { rows } = await database.pool.query(
    "SELECT count(*)::int AS n FROM sagascope.dead_letter",
  );
  return rows[0].n;
}

it("deletes letters of an age in bites, each of them counted in the audit", async () => {
  await putLetters("over-", 4_500, 40, true);
  await putLetters("open-", 30, 40, false);
  await putLetters("young-", 20, 1, true);
  const purge = { olderThanMs: 30 * DAY_MS, ...BY };
  expect(await purgeLetters(sql(), { ...purge, dryRun: true })).toEqual({ letters: 4_500 });
  expect(await left()).toBe(4_550);
  expect(await purgeLetters(sql(), purge)).toEqual({ letters: 4_500 });
  expect(await purged()).toEqual([2_000, 2_000, 500]);
  expect(await purgeLetters(sql(), { ...purge, unresolved: true })).toEqual({ letters: 30 });
  expect(await left()).toBe(20);
});

it("leaves an open letter alone unless told otherwise, also by its id", async () => {
  await putLetters("open-", 1, 40, false);
  expect(await purgeLetters(sql(), { id: "open-1", ...BY })).toEqual({ letters: 0 });
  expect(await purgeLetters(sql(), { id: "open-1", unresolved: true, ...BY })).toEqual({
    letters: 1,
  });
});

it("takes bites from an index, however many letters stay", async () => {
  await putLetters("open-", 3_000, 40, false);
  await putLetters("over-", 10, 40, true);
  await database.pool.query("ANALYZE sagascope.dead_letter");
  const pool = new pg.Pool({ connectionString: database.url, max: 1 });
  try {
    const read = async () => {
      await pool.query("SELECT pg_stat_force_next_flush()");
      const { rows } = await pool.query(
        "SELECT seq_tup_read + idx_tup_fetch AS read FROM pg_stat_user_tables WHERE relname = 'dead_letter'",
      );
      return Number(rows[0].read);
    };
    const before = await read();
    expect(await purgeLetters(fromPgPool(pool), { olderThanMs: 30 * DAY_MS, ...BY })).toEqual({
      letters: 10,
    });
    expect((await read()) - before).toBeLessThan(300);
  } finally {
    await pool.end();
  }
});
