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
import { listInstances } from "./list-instances.ts";

const now = Date.now();
const ago = (seconds: number) => new Date(now - seconds * 1_000);

let database: WebTestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
  const { prisma } = database;
  const chart = {
    initial: "idle",
    states: { idle: { on: { START: "charge" } }, charge: {}, end: { type: "final" } },
  };
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
    dueAt: ago(-30),
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
    let cursor: { machineId: string; subject: string } | undefined;
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

  it.each<[InstanceFilter, string[]]>([
    [{ machine: "order" }, ["order/order-42"]],
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
      nextDueAt: ago(-30),
    });
  });
});
