import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type WebTestDatabase } from "../../testing/open-test-database.ts";
import {
  seedChart,
  seedEffect,
  seedInstance,
  seedLetter,
  seedTimer,
} from "../../testing/seed-rows.ts";
import type { InstanceFilter } from "./instance-filter.ts";
import { listFacets } from "./list-facets.ts";
import { type InstanceCursor, listInstances } from "./list-instances.ts";

const IDLE = {
  initial: "idle",
  states: { idle: { on: { START: "charge" } }, charge: {}, end: { type: "final" } },
};
const now = Date.now();
const ago = (seconds: number) => new Date(now - seconds * 1_000);

let database: WebTestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
  const { prisma } = database;
  const chart = IDLE;
  const fulfil = await seedChart(prisma, {
    machineId: "fulfil",
    version: "3",
    chart: { id: "fulfil", ...chart },
  });
  const order = await seedChart(prisma, { machineId: "order", chart: { id: "order", ...chart } });
  const base = { machineId: "fulfil", chartId: fulfil, updatedAt: ago(60) };
  await seedInstance(prisma, {
    ...base,
    subject: "order-42",
    startedAt: ago(10),
    states: ["charge"],
  });
  await seedTimer(prisma, {
    machineId: "fulfil",
    subject: "order-42",
    label: "after.5000",
    state: "charge",
    dueAt: ago(-3_600),
  });
  await seedLetter(prisma, { id: "l1", consumer: "fulfil", subject: "order-42", eventType: "x" });
  await seedInstance(prisma, {
    ...base,
    subject: "order-420",
    startedAt: ago(20),
    states: ["charge"],
  });
  await seedInstance(prisma, {
    ...base,
    subject: "order-5",
    startedAt: ago(30),
    states: ["charge"],
  });
  await seedEffect(prisma, {
    machineId: "fulfil",
    subject: "order-5",
    src: "charge",
    dueAt: ago(40),
  });
  await seedInstance(prisma, {
    ...base,
    subject: "order-6",
    startedAt: ago(40),
    status: "done",
    phase: "completed",
    finishedAt: ago(35),
  });
  await seedInstance(prisma, {
    ...base,
    chartId: order,
    machineId: "order",
    subject: "order-42",
    startedAt: ago(50),
  });
  await seedInstance(prisma, { ...base, subject: "100%_a", startedAt: ago(60) });
  await seedInstance(prisma, { ...base, subject: "100xxa", startedAt: ago(70) });
});
afterAll(() => database.drop());

async function list(filter: InstanceFilter) {
  const page = await listInstances(database.prisma, filter, { cursor: undefined, limit: 50 });
  return page.rows.map(({ machineId, subject }) => `${machineId}/${subject}`);
}

describe("listInstances", () => {
  it("gives the newest first, page by page, each once", async () => {
    const seen: string[] = [];
    let cursor: InstanceCursor | undefined;
    do {
      const page = await listInstances(database.prisma, {}, { cursor, limit: 3 });
      seen.push(...page.rows.map(({ machineId, subject }) => `${machineId}/${subject}`));
      expect(page.count).toBe(7);
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen).toEqual([
      "fulfil/order-42",
      "fulfil/order-420",
      "fulfil/order-5",
      "fulfil/order-6",
      "order/order-42",
      "fulfil/100%_a",
      "fulfil/100xxa",
    ]);
  });

  it("gives the oldest first where that is asked for, page by page", async () => {
    const seen: string[] = [];
    let cursor: InstanceCursor | undefined;
    do {
      const page = await listInstances(
        database.prisma,
        { machine: "fulfil" },
        { cursor, limit: 4, order: "oldest" },
      );
      seen.push(...page.rows.map(({ subject }) => subject));
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen).toEqual(["100xxa", "100%_a", "order-6", "order-5", "order-420", "order-42"]);
  });

  it("neither skips nor repeats what started in the same microsecond, nor what lies between two of a millisecond", async () => {
    const other = await openTestDatabase();
    try {
      const chartId = await seedChart(other.prisma, {
        machineId: "m",
        chart: { id: "m", ...IDLE },
      });
      await other.pool.query(
        `INSERT INTO sagascope.instance (machine_id, subject, project, chart_id, revision, status, phase, states, snapshot, correlation_id, started_at)
         SELECT 'm', 's-' || n, 'shop', $1, 1, 'active', 'running', '{idle}', '{}', 'c', '2026-01-01T00:00:00.123Z'::timestamptz + n / 2 * interval '1 microsecond'
         FROM generate_series(1, 9) n`,
        [chartId],
      );
      for (const order of ["newest", "oldest"] as const) {
        const seen: string[] = [];
        let cursor: InstanceCursor | undefined;
        do {
          const page = await listInstances(other.prisma, {}, { cursor, limit: 2, order });
          seen.push(...page.rows.map(({ subject }) => subject));
          cursor = page.nextCursor;
        } while (cursor);
        expect(seen.toSorted()).toEqual(Array.from({ length: 9 }, (_, at) => `s-${at + 1}`));
      }
    } finally {
      await other.drop();
    }
  });

  it.each<[InstanceFilter, string[]]>([
    [{ machine: "order" }, ["order/order-42"]],
    [{ machine: "fulfil", version: "3", phase: "completed" }, ["fulfil/order-6"]],
    [{ machine: "fulfil", version: "2" }, []],
    [{ machine: "nobody" }, []],
    [{ state: "charge" }, ["fulfil/order-42", "fulfil/order-420", "fulfil/order-5"]],
    [{ state: "idle", status: "done" }, ["fulfil/order-6"]],
    [{ state: "charge", q: "order-42" }, ["fulfil/order-42", "fulfil/order-420"]],
    [{ age: "over-1h" }, []],
    [{ age: "under-1h", phase: "completed" }, ["fulfil/order-6"]],
    [{ attention: "letters" }, ["fulfil/order-42"]],
    [{ attention: "letters", machine: "order" }, []],
    [{ phase: "running", machine: "order" }, ["order/order-42"]],
    [{ phase: "completed" }, ["fulfil/order-6"]],
    [{ status: "done" }, ["fulfil/order-6"]],
    [{ q: "order-42" }, ["fulfil/order-42", "fulfil/order-420", "order/order-42"]],
    [{ q: "42", machine: "order" }, ["order/order-42"]],
    [{ q: "100%_" }, ["fulfil/100%_a"]],
    [{ attention: "stuck" }, ["fulfil/order-420"]],
    [{ attention: "overdue" }, ["fulfil/order-5"]],
    [{ attention: "overdue", machine: "order" }, []],
  ])("narrows to %o", async (filter, expected) => {
    expect(await list(filter)).toEqual(expected);
  });

  it("narrows to what ended in a span, whenever it started", async () => {
    const other = await openTestDatabase();
    const chartId = await seedChart(other.prisma, { machineId: "m", chart: { id: "m", ...IDLE } });
    const seed = (subject: string, endedAgo: number | undefined, phase = "completed") =>
      seedInstance(other.prisma, {
        ...{ machineId: "m", chartId, subject, phase, startedAt: ago(2_000_000) },
        status: endedAgo === undefined ? "active" : "done",
        finishedAt: endedAgo === undefined ? null : ago(endedAgo),
      });
    await seed("now", 1);
    await seed("undone", 60, "compensated");
    await seed("yesterday", 30 * 3_600);
    await seed("long-ago", 10 * 86_400);
    await seed("in-flight", undefined, "running");
    const page = { cursor: undefined, limit: 50 };
    const ended = async (filter: InstanceFilter) =>
      (await listInstances(other.prisma, filter, page)).rows.map(({ subject }) => subject).sort();
    expect(await ended({ ended: "1h" })).toEqual(["now", "undone"]);
    expect(await ended({ ended: "24h", phase: "completed" })).toEqual(["now"]);
    expect(await ended({ ended: "7d", machine: "m" })).toEqual(["now", "undone", "yesterday"]);
    expect(await ended({ ended: "7d", q: "yester" })).toEqual(["yesterday"]);
    expect(await ended({ ended: "7d", status: "active" })).toEqual([]);
    const { phases } = await listFacets(other.prisma, { ended: "7d" });
    expect(phases.map(({ value, count }) => [value, count])).toEqual([
      ["compensated", 1],
      ["completed", 2],
    ]);
    await other.drop();
  });

  it("says of each row what is due, what is wrong and what was given up", async () => {
    const { rows } = await listInstances(
      database.prisma,
      { q: "order-42" },
      { cursor: undefined, limit: 1 },
    );
    expect(rows[0]).toMatchObject({
      subject: "order-42",
      version: "3",
      states: ["charge"],
      attention: undefined,
      openLetters: 1,
      nextDueAt: ago(-3_600),
    });
  });
});

describe("listFacets", () => {
  const counts = (facets: readonly { value: string; count: number }[]) =>
    Object.fromEntries(facets.map(({ value, count }) => [value, count]));

  it("counts each choice under all filters but its own", async () => {
    const facets = await listFacets(database.prisma, { machine: "fulfil", phase: "running" });
    expect(counts(facets.machines)).toEqual({ fulfil: 5, order: 1 });
    expect(counts(facets.phases)).toEqual({ running: 5, completed: 1 });
    expect(counts(facets.statuses)).toEqual({ active: 5 });
    expect(counts(facets.versions)).toEqual({ 3: 5 });
    expect(counts(facets.states)).toEqual({ charge: 3, idle: 2, end: 0 });
    expect(counts(facets.attention)).toEqual({ stuck: 1, overdue: 1, letters: 1 });
    expect(facets.machines.every(({ atLeast }) => !atLeast)).toBe(true);
  });

  it("counts what a text and a need leave", async () => {
    expect(counts((await listFacets(database.prisma, { q: "order-42" })).machines)).toEqual({
      fulfil: 2,
      order: 1,
    });
    const stuck = await listFacets(database.prisma, { attention: "stuck" });
    expect(counts(stuck.machines)).toEqual({ fulfil: 1 });
    expect(counts(stuck.attention)).toEqual({ stuck: 1, overdue: 1, letters: 1 });
  });

  it("says the same numbers as the lists", async () => {
    const { attention, phases } = await listFacets(database.prisma, {});
    for (const { value, count } of [...attention, ...phases]) {
      const name = attention.some((each) => each.value === value) ? "attention" : "phase";
      const filter = { [name]: value } as InstanceFilter;
      expect([value, (await list(filter)).length]).toEqual([value, count]);
    }
  });
});
