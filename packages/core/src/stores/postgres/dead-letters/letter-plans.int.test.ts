import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../testing/test-database.ts";
import { fromPg, type Sql } from "../sql.ts";
import { countLetters } from "./count-letters.ts";
import type { LetterSearch } from "./letter-condition.ts";
import { listLetterGroups } from "./list-letter-groups.ts";
import { measureOpenLetters } from "./measure-open-letters.ts";
import { searchLetters } from "./search-letters.ts";

/** Letters of twenty causes over thirty days, a fifth of them resolved, some of these archived. */
const WRITE_LETTERS = `
  INSERT INTO sagascope.dead_letter (id, project, consumer, work_key, source, reason, subject, event_type, attempts, errors,
    fingerprint, cause_title, captured_at, last_seen_at, resolved_at, archived_at)
  SELECT 'l-' || lpad(n::text, 6, '0'), 'shop', 'machine-' || n % 20 % 4, 'w-' || n, 'envelope',
    (ARRAY['max_attempts', 'corrupt'])[1 + n % 20 % 2], 'order-' || n, 'type-' || n % 20 % 5, 5, '[]', 'cause-' || n % 20,
    'Error: cause ' || n % 20, at, at, CASE WHEN n % 5 = 0 THEN at END, CASE WHEN n % 50 = 0 THEN at END
  FROM (SELECT n, clock_timestamp() - n * interval '2 minutes' AS at FROM generate_series(1, 20000) n) letters`;

describe("reads of very many letters", () => {
  let database: TestDatabase;
  let recorded: { readonly text: string; readonly values: readonly unknown[] }[] = [];
  let sql: Sql;

  beforeAll(async () => {
    database = await createTestDatabase();
    await database.pool.query(WRITE_LETTERS);
    await database.pool.query("SELECT sagascope.fold_letter_tallies(100000)");
    await database.pool.query("ANALYZE sagascope.dead_letter, sagascope.letter_tally");
    const real = fromPg(database.pool);
    sql = {
      query: (operation, text, values = []) => {
        recorded.push({ text, values });
        return real.query(operation, text, values);
      },
    };
  });
  afterAll(() => database.drop());

  /** How the server goes about the statements of a read. */
  async function plansOf(read: () => Promise<unknown>): Promise<string> {
    recorded = [];
    await read();
    const plans = recorded.map(({ text, values }) =>
      database.pool.query(`EXPLAIN ${text}`, [...values]),
    );
    return (await Promise.all(plans)).map(({ rows }) => JSON.stringify(rows)).join("\n");
  }

  const SEARCHES: readonly LetterSearch[] = [
    { state: "open" },
    { state: "all" },
    { state: "resolved" },
    { state: "archived" },
    { state: "open", consumer: "machine-1" },
    { state: "open", reason: "corrupt" },
    { state: "open", eventType: "type-3" },
    { state: "open", cause: "cause-7" },
    { state: "open", eventType: "no-such-type" },
  ];

  it.each(SEARCHES)("find a page of %j by an index", async (search) => {
    const plans = await plansOf(() => searchLetters(sql, search, { limit: 50 }));
    expect(plans).toMatch(/Index (Only )?Scan/);
    expect(plans).not.toContain("Seq Scan on dead_letter");
  });

  it("find a page far behind by an index", async () => {
    const cursor = `${Date.now() * 1_000 - 10 * 86_400_000_000}.l-000001`;
    const plans = await plansOf(() => searchLetters(sql, { state: "open" }, { cursor, limit: 50 }));
    expect(plans).toMatch(/Index (Only )?Scan/);
    expect(plans).not.toContain("Seq Scan on dead_letter");
  });

  it.each(SEARCHES)("count %j without looking at a letter", async (search) => {
    expect(await plansOf(() => countLetters(sql, search))).not.toContain("dead_letter");
  });

  it.each(SEARCHES)("group %j with one look by an index for each cause", async (search) => {
    const plans = await plansOf(() => listLetterGroups(sql, search, 100));
    expect(plans).not.toContain("Seq Scan on dead_letter");
  });

  it("measure what is open with one look by an index for each cause that is listed", async () => {
    const span = { since: new Date(Date.now() - 40 * 86_400_000), bucketMs: 86_400_000 };
    const measure = () => measureOpenLetters(sql, span, 6);
    const { byConsumer, buckets, causes, causeCount } = await measure();
    const sum = (rows: readonly { readonly letters: number }[]) =>
      rows.reduce((all, { letters }) => all + letters, 0);
    expect([sum(byConsumer), sum(buckets), causeCount]).toEqual([16_000, 16_000, 16]);
    expect(causes.map((cause) => [cause.letters, sum(cause.buckets)])).toEqual(
      Array.from({ length: 6 }, () => [1_000, 1_000]),
    );

    const statements = (await plansOf(measure)).split("\n");
    const looking = statements.filter((plan) => plan.includes("dead_letter"));
    expect([statements.length, looking.length]).toEqual([4, 1]);
    expect(looking[0]).not.toContain("Seq Scan on dead_letter");
  });

  it("count what is there, whatever it is narrowed to", async () => {
    const count = async (search: LetterSearch) => (await countLetters(sql, search)).letters;
    expect(await count({ state: "open" })).toBe(16_000);
    expect(await count({ state: "resolved" })).toBe(3_600);
    expect(await count({ state: "archived" })).toBe(400);
    expect(await count({ state: "all", consumer: "machine-1" })).toBe(5_000);
    expect(await count({ state: "open", cause: "cause-7" })).toBe(1_000);
    const groups = await listLetterGroups(sql, { state: "open" }, 100);
    expect(groups).toHaveLength(16);
    expect(groups.reduce((sum, { letters }) => sum + letters, 0)).toBe(16_000);
  });
});
