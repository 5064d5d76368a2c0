import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../testing/test-database.ts";
import { fromPg, type Sql } from "../sql.ts";
import { measureBacklog } from "./measure-backlog.ts";

const LETTERS = 2_000;
/** Of two consumers and two topics, or of none; some dealt with, some of these put out of sight. */
const WRITE_LETTERS = `
  INSERT INTO sagascope.dead_letter (id, project, consumer, work_key, source, reason, subject, event_type, topic, attempts, errors,
    fingerprint, cause_title, captured_at, last_seen_at)
  SELECT 'l-' || n, 'shop', 'machine-' || n % 2, 'w-' || n, 'envelope', 'max_attempts', 'order-' || n, 'type-' || n % 7,
    (ARRAY['commands', 'events', NULL])[1 + n % 3], 5, '[]', 'cause-' || n % 5, 'Error: cause ' || n % 5, at, at
  FROM (SELECT n, clock_timestamp() - n * interval '5 minutes' AS at FROM generate_series(1, ${LETTERS}) n) letters`;
const COUNTED_ANEW = `
  SELECT topic, consumer AS sink, count(*)::int AS dead FROM sagascope.dead_letter WHERE resolved_at IS NULL
  GROUP BY 1, 2 ORDER BY 1, 2`;
/** More than are looked at. */
const SCHEDULED = 100_001;
const SCHEDULE = `
  INSERT INTO sagascope.scheduled_event (topic, key, due_at, id, source, type, subject, correlation_id, direction, envelope)
  SELECT 'events', 'k-' || n, clock_timestamp() + n * interval '1 minute', 'e-' || n, '/shop', 'paid', 'order-' || n, 'c', 'published', '{}'
  FROM generate_series(1, $1::int) n`;

describe("what is measured of the outbox", () => {
  let database: TestDatabase;
  let recorded: { readonly text: string; readonly values: readonly unknown[] }[] = [];
  let sql: Sql;

  beforeAll(async () => {
    database = await createTestDatabase();
    const real = fromPg(database.pool);
    sql = {
      query: (operation, text, values = []) => {
        recorded.push({ text, values });
        return real.query(operation, text, values);
      },
    };
  });
  afterAll(() => database.drop());

  it("is every open letter by topic and consumer, whatever became of them and whoever adds them up", async () => {
    const { pool } = database;
    const agrees = async (letters: number) => {
      const measured = (await measureBacklog(sql)).letters;
      expect(measured).toEqual((await pool.query(COUNTED_ANEW)).rows);
      expect(measured.reduce((sum, { dead }) => sum + dead, 0)).toBe(letters);
    };
    await agrees(0);
    await pool.query(WRITE_LETTERS);
    await agrees(LETTERS);
    await pool.query("SELECT sagascope.fold_letter_tallies(100000)");
    await agrees(LETTERS);
    const resolve =
      "UPDATE sagascope.dead_letter SET resolved_at = clock_timestamp() WHERE substr(id, 3)::int % 4 = 0";
    await pool.query(resolve);
    await agrees((LETTERS * 3) / 4);
    await pool.query("SELECT sagascope.fold_letter_tallies(100000)");
    await pool.query("SELECT sagascope.roll_up_letter_tallies()");
    await agrees((LETTERS * 3) / 4);
    await pool.query("DELETE FROM sagascope.dead_letter WHERE topic = 'commands'");
    expect((await measureBacklog(sql)).letters.map(({ topic }) => topic)).toEqual([
      ...["events", "events", null, null],
    ]);
  });

  it("costs no look at a letter", async () => {
    recorded = [];
    await measureBacklog(sql);
    const plans = await Promise.all(
      recorded.map(({ text, values }) => database.pool.query(`EXPLAIN ${text}`, [...values])),
    );
    expect(recorded).toHaveLength(3);
    expect(plans.map(({ rows }) => JSON.stringify(rows)).join()).not.toContain("dead_letter");
  });

  it("says that more is scheduled than it looked at, and what is due first in any case", async () => {
    await database.pool.query(SCHEDULE, [3]);
    expect((await measureBacklog(sql)).scheduled).toMatchObject({ waiting: 3, isCut: false });
    await database.pool.query("TRUNCATE sagascope.scheduled_event");
    await database.pool.query(SCHEDULE, [SCHEDULED]);

    const { scheduled, now } = await measureBacklog(sql);

    expect(scheduled).toMatchObject({ waiting: SCHEDULED - 1, due: 0, isCut: true });
    expect(Number(scheduled.nextDueAt) - now.getTime()).toBeLessThanOrEqual(60_000);
  });
});
