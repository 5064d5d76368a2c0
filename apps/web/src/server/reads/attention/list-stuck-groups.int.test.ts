import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type WebTestDatabase } from "../../testing/open-test-database.ts";
import { seedChart } from "../../testing/seed-rows.ts";
import { listInstances } from "../instances/list-instances.ts";
import { listStuckGroups } from "./list-stuck-groups.ts";

const STATES = 1_200;

let database: WebTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  const waiting = Array.from({ length: STATES }, (_state, at) => [`w${at}`, { on: { GO: "end" } }]);
  const chartId = await seedChart(database.prisma, {
    machineId: "m",
    chart: {
      ...{ id: "m", initial: "w0" },
      states: { ...Object.fromEntries(waiting), dead: {}, end: { type: "final" } },
    },
  });
  // Two in each state that waits for an event, for longer than the one that nothing moves.
  await database.pool.query(
    `INSERT INTO sagascope.instance (machine_id, subject, project, chart_id, revision, status, phase, states, snapshot,
       correlation_id, updated_at)
     SELECT 'm', 's-' || n, 'shop', $1::int, 1, 'active', 'running', ARRAY['w' || n % $2::int], '{}'::json, 'c', now() - interval '1 hour'
     FROM generate_series(1, 2 * $2::int) n
     UNION ALL SELECT 'm', 'stuck', 'shop', $1::int, 1, 'active', 'running', '{dead}'::text[], '{}'::json, 'c', now() - interval '1 minute'`,
    [chartId, STATES],
  );
});
afterAll(() => database.drop());

describe("listStuckGroups", () => {
  it("finds what is stuck however many places there are where instances rightly wait", async () => {
    const groups = await listStuckGroups(database.prisma);
    expect(groups.map(({ states, count }) => [states, count])).toEqual([[["dead"], 1]]);
    const page = { cursor: undefined, limit: 10 };
    const { rows } = await listInstances(database.prisma, { attention: "stuck" }, page);
    expect(rows.map(({ subject }) => subject)).toEqual(["stuck"]);
  });
});
