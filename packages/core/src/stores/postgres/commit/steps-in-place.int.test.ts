import { afterAll, beforeAll, expect, it } from "vitest";
import { commitOf, instanceWrite } from "../../../testing/commit-makers.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/test-database.ts";
import type { Statement } from "../statement.ts";
import { createInstances, moveInstances } from "./write-instances.ts";

const SUBJECTS = ["o-1", "o-2"]; // a page has room for a few versions of each

let database: TestDatabase;
let chartId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  const { rows } = await database.pool.query<{ id: number }>(
    `INSERT INTO sagascope.machine_version (project, machine_id, version, structure_hash, content_hash, chart)
     VALUES ('shop', 'order', '1', 'x', 'x', '{}') RETURNING id`,
  );
  chartId = rows[0]?.id ?? 0;
});
afterAll(() => database.drop());

const written = (revision: number, states: readonly string[], ended = false) =>
  SUBJECTS.map((subject) =>
    commitOf(subject, [], {
      instance: instanceWrite(chartId, revision, {
        states,
        ...(ended && { status: "done", phase: "completed" }),
      }),
    }),
  );

async function run(statements: readonly Statement[]): Promise<void> {
  for (const { text, values } of statements) await database.pool.query(text, [...values]);
}

it("writes a step into no index of instances, and an end into the one of states", async () => {
  const textOf = JSON.stringify;
  await run(createInstances("shop", textOf, written(1, ["open"])));
  await run(moveInstances(textOf, written(2, ["paid"])));
  await run(moveInstances(textOf, written(3, ["packed"])));
  // Sessions tell their counts when they end; these are of this test's database alone.
  const counted = async () => {
    const { rows } = await database.pool.query<{ moved: number; kept: number }>(
      `SELECT pg_stat_get_xact_tuples_updated(c.oid)::int + pg_stat_get_tuples_updated(c.oid)::int AS moved,
         pg_stat_get_xact_tuples_hot_updated(c.oid)::int + pg_stat_get_tuples_hot_updated(c.oid)::int AS kept
       FROM pg_class c WHERE c.oid = 'sagascope.instance'::regclass`,
    );
    return rows[0];
  };
  await expect.poll(counted, { timeout: 30_000 }).toEqual({ moved: 4, kept: 4 });
  await run(moveInstances(textOf, written(4, ["closed"], true)));
  const ended = await database.pool.query(
    "SELECT subject, ended_states FROM sagascope.instance WHERE ended_states @> '{closed}' ORDER BY subject",
  );
  expect(ended.rows).toEqual(SUBJECTS.map((subject) => ({ subject, ended_states: ["closed"] })));
});
