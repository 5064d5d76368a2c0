import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type WebTestDatabase } from "../../testing/open-test-database.ts";
import { seedChart } from "../../testing/seed-rows.ts";
import { listInstances } from "../instances/list-instances.ts";
import { search } from "./search.ts";
import {
  ENDINGS_MAX,
  endingRanges,
  findSubjectsByEnding,
  rowsEndingIn,
} from "./subject-endings.ts";

const TENANTS = 3_000;
const ORDERS = 30_000;
const PAGES_MAX = 120; // seven ranges of twenty rows, each in a page of its own, would be more
const NOBODYS = "987654321";

let database: WebTestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
  const chartId = await seedChart(database.prisma, {
    machineId: "order",
    chart: { id: "order", initial: "idle", states: { idle: {} } },
  });
  // The newest 500 are of one tenant; each of the others has ten that are older.
  const insert = (first: number, last: number, subject: string) =>
    database.pool.query(
      `INSERT INTO sagascope.instance (machine_id, subject, project, chart_id, revision, status, phase, states, snapshot,
         correlation_id, started_at)
       SELECT 'order', ${subject}, 'shop', ${chartId}, 1, 'active', 'running', '{idle}', '{"context":{}}', 'c-' || n,
         clock_timestamp() - interval '1 day' + n * interval '1 second'
       FROM generate_series(${first}, ${last}) n`,
    );
  await insert(1, ORDERS, `'t' || n % ${TENANTS} || ':order-' || n`);
  await insert(ORDERS + 1, ORDERS + 600, "'late:order-' || n");
  await database.pool.query(
    `INSERT INTO sagascope.instance (machine_id, subject, project, chart_id, revision, status, phase, states, snapshot, correlation_id)
     SELECT 'order', 's' || n || '/return-77', 'shop', ${chartId}, 1, 'active', 'running', '{idle}', '{"context":{}}', 'x'
     FROM generate_series(1, ${TENANTS}) n`,
  );
  await database.pool.query("VACUUM ANALYZE sagascope.instance");
});
afterAll(() => database.drop());

async function subjectsOf(typed: string): Promise<readonly string[]> {
  const { groups } = await search(database.prisma, typed);
  return groups.flatMap(({ kind, hits }) =>
    kind === "instance" ? hits.filter(({ exact }) => exact).map(({ title }) => title) : [],
  );
}

async function pagesOf(text: string): Promise<number> {
  const query = rowsEndingIn(endingRanges(text), ENDINGS_MAX);
  const { rows } = await database.pool.query(
    `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) ${query.text}`,
    [...query.values],
  );
  const { Plan: plan } = rows[0]["QUERY PLAN"][0];
  expect(JSON.stringify(plan)).not.toContain("Seq Scan");
  return plan["Shared Hit Blocks"] + plan["Shared Read Blocks"];
}

describe("search among subjects of thousands of tenants", () => {
  it.each([
    ["41", "t41:order-41"],
    ["27654", "t654:order-27654"],
    ["order-27654", "t654:order-27654"],
    ["t654:order-27654", "t654:order-27654"],
  ])("finds order %s whoever's it is", async (typed, subject) => {
    expect(await subjectsOf(typed)).toEqual([subject]);
  });

  it("finds the letters and conversations of whoever's order it is", async () => {
    await database.prisma.event.create({
      data: {
        id: "ev-old",
        topic: "events",
        type: "order.placed",
        source: "/test",
        subject: "t654:order-27654",
        correlationId: "conversation-of-654",
        direction: "received",
        envelope: {},
      },
    });
    const { groups } = await search(database.prisma, "27654");
    expect(groups.map(({ kind }) => kind)).toEqual(["instance", "conversation", "envelope"]);
  });

  it("finds nothing for a number that nobody has", async () => {
    expect(await subjectsOf(NOBODYS)).toEqual([]);
  });

  it("goes on with some subjects where thousands end alike, and says that there are more", async () => {
    const ranges = endingRanges("77");
    expect(await findSubjectsByEnding(database.prisma, ranges)).toHaveLength(ENDINGS_MAX);
    const { groups } = await search(database.prisma, "return-77");
    expect(groups.find(({ kind }) => kind === "instance")).toMatchObject({ more: true });
  });

  it.each(["27654", "order-27654", "77", "7", "return-77", NOBODYS])(
    "reads a bounded number of pages for %s",
    async (typed) => {
      expect(await pagesOf(typed)).toBeLessThan(PAGES_MAX);
    },
  );

  it("lists all instances of an ending", async () => {
    const page = { cursor: undefined, limit: 5 };
    const { rows, count } = await listInstances(database.prisma, { q: "27654" }, page);
    expect(rows.map(({ subject }) => subject)).toEqual(["t654:order-27654"]);
    expect(count).toBe(1);
    const alike = await listInstances(database.prisma, { q: "return-77" }, page);
    expect(alike.count).toBe(TENANTS);
  });
});
