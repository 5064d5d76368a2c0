import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type WebTestDatabase } from "../../testing/open-test-database.ts";
import {
  seedChart,
  seedEffect,
  seedEvent,
  seedHistory,
  seedInstance,
  seedLetter,
  seedTimer,
} from "../../testing/seed-rows.ts";
import { getInstance } from "./get-instance.ts";
import { getStep } from "./get-step.ts";
import { listHistory } from "./list-history.ts";

const KEY = { machineId: "fulfil", subject: "order-42" };
const at = (ms: number) => new Date(Date.UTC(2026, 7, 21, 12, 0, 0, ms));

let database: WebTestDatabase;
let chartId: number;

beforeAll(async () => {
  database = await openTestDatabase();
  const { prisma } = database;
  const states = { idle: { on: { START: "charge" } }, charge: {}, end: { type: "final" } };
  chartId = await seedChart(prisma, {
    machineId: "fulfil",
    version: "3",
    chart: { id: "fulfil", initial: "idle", states },
  });
  await seedInstance(prisma, {
    ...KEY,
    chartId,
    revision: 2,
    states: ["charge"],
    correlationId: "c-1",
    snapshot: { context: { total: 8990, card: "4111111111111111", password: "hunter2" } },
  });
  const history = { ...KEY, chartId };
  await seedHistory(prisma, {
    ...history,
    revision: 1,
    at: at(0),
    causeId: "e1",
    snapshot: { context: { total: 0, password: "old" } },
  });
  await seedHistory(prisma, {
    ...history,
    revision: 2,
    at: at(500),
    causeKind: "effect",
    causeId: "77",
    event: "done.invoke.reserve",
    states: ["charge"],
    snapshot: { context: { total: 8990, password: "new" } },
  });
  await seedEvent(prisma, {
    id: "e1",
    type: "order.placed",
    subject: "order-42",
    correlationId: "c-1",
  });
  const published = {
    subject: "order-42",
    correlationId: "c-1",
    machineId: "fulfil",
    direction: "published",
  };
  await seedEvent(prisma, {
    ...published,
    id: "p1",
    revision: 1,
    type: "stock.reserved",
    recordedAt: at(3),
  });
  await seedEvent(prisma, {
    ...published,
    id: "p2",
    revision: 2,
    type: "card.requested",
    recordedAt: at(498),
  });
  await seedEffect(prisma, {
    ...KEY,
    src: "chargeCard",
    call: { input: null, event: { type: "START" }, context: { apiKey: "sk_live_123456" } },
    errors: [
      {
        name: "Error",
        message: "key sk_live_123456 was refused",
        at: at(100).toISOString(),
        attempt: 1,
      },
    ],
  });
  await seedTimer(prisma, {
    ...KEY,
    label: "after.5000",
    state: "charge",
    dueAt: new Date(Date.now() + 60_000),
  });
  await seedLetter(prisma, {
    id: "own",
    consumer: "fulfil",
    subject: "order-42",
    eventType: "x",
    correlationId: "c-1",
  });
  await seedLetter(prisma, {
    id: "chain",
    consumer: "mail",
    subject: "mail-1",
    eventType: "y",
    correlationId: "c-1",
  });
  await seedLetter(prisma, {
    id: "other",
    consumer: "mail",
    subject: "mail-2",
    eventType: "y",
    correlationId: "c-2",
  });
});
afterAll(() => database.drop());

describe("getInstance", () => {
  it("gives the instance with what runs, and with letters of its own and of its conversation", async () => {
    const instance = await getInstance(database.prisma, "fulfil", "order-42");
    expect(instance).toMatchObject({ version: "3", states: ["charge"], chain: { envelopes: 3 } });
    expect(instance.timers).toMatchObject([{ label: "after.5000", state: "charge" }]);
    expect(instance.calls).toMatchObject([{ src: "chargeCard", status: "pending" }]);
    const letters = instance.letters.map(({ id, own }) => [id, own]).sort();
    expect(letters).toEqual([
      ["chain", false],
      ["own", true],
    ]);
  });

  it("masks secrets of the context and in errors [RED-03]", async () => {
    const instance = await getInstance(database.prisma, "fulfil", "order-42");
    expect(instance.context.value).toMatchObject({ total: 8990, password: "***" });
    expect(JSON.stringify(instance)).not.toMatch(/hunter2|4111111111111111|sk_live/);
    expect(instance.context.masked).toBeGreaterThanOrEqual(2);
  });

  it("says whether instances that start now run on another structure", async () => {
    expect((await getInstance(database.prisma, "fulfil", "order-42")).newerVersion).toBeUndefined();
    const chart = { id: "fulfil", initial: "idle", states: { idle: {} } };
    await seedChart(database.prisma, { machineId: "fulfil", version: "4", chart });
    expect((await getInstance(database.prisma, "fulfil", "order-42")).newerVersion).toEqual({
      version: "4",
      sameStructure: false,
    });
  });

  it("says that there is none", async () => {
    await expect(getInstance(database.prisma, "fulfil", "order-43")).rejects.toMatchObject({
      code: "INSTANCE_NOT_FOUND",
    });
  });
});

describe("listHistory", () => {
  it("gives each step with what caused it, what it changed and what it announced", async () => {
    const { steps, more } = await listHistory(database.prisma, "fulfil", "order-42");
    expect(more).toBe(false);
    expect(
      steps.map(({ revision, causeType, published }) => [
        revision,
        causeType,
        published.map(({ id }) => id),
      ]),
    ).toEqual([
      [1, "order.placed", ["p1"]],
      [2, undefined, ["p2"]],
    ]);
    expect(steps[1]?.changes).toEqual([{ path: "total", kind: "changed", before: 0, after: 8990 }]);
    expect(steps[1]?.unchanged).toBe(1);
  });
});

describe("getStep", () => {
  it("gives the context as it was then, masked", async () => {
    const step = await getStep(database.prisma, { ...KEY, revision: 1 });
    expect(step).toMatchObject({
      states: ["idle"],
      context: { value: { total: 0, password: "***" } },
    });
  });

  it("says that a step is not recorded", async () => {
    await expect(getStep(database.prisma, { ...KEY, revision: 9 })).rejects.toMatchObject({
      code: "STEP_NOT_FOUND",
    });
  });
});
