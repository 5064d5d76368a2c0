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
import { listCalls } from "./list-calls.ts";
import { listHistory } from "./list-history.ts";
import { listLetters } from "./list-letters.ts";

const KEY = { machineId: "fulfil", subject: "order-42" };
const at = (ms: number) => new Date(Date.UTC(2026, 7, 21, 12, 0, 0, ms));

let database: WebTestDatabase;
let chartId: number;
let olderChartId: number;

beforeAll(async () => {
  database = await openTestDatabase();
  const { prisma } = database;
  const states = { idle: { on: { START: "charge" } }, charge: {}, end: { type: "final" } };
  olderChartId = await seedChart(prisma, {
    machineId: "fulfil",
    version: "2",
    chart: { id: "fulfil", initial: "idle", states: { idle: {} } },
  });
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
    chartId: olderChartId,
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

describe("listCalls", () => {
  it("gives what a service answered and what came too late, masked", async () => {
    const { prisma } = database;
    const own = { ...KEY, subject: "order-calls" };
    await seedInstance(prisma, { ...own, chartId });
    const done = { ...own, src: "reserve", status: "done", revision: 1 };
    await seedEffect(prisma, { ...done, output: { id: "rsv-1", password: "hunter2" } });
    const late = { at: at(900).toISOString(), output: { token: "sk_live_123456" } };
    await seedEffect(prisma, { ...own, src: "charge", status: "cancelled", revision: 2, late });
    const { rows } = await listCalls(prisma, own.machineId, own.subject);
    expect(rows[0]).toMatchObject({
      idempotencyKey: "fulfil/order-calls/reserve",
      output: { value: { id: "rsv-1", password: "***" } },
      late: undefined,
    });
    expect(rows[1]).toMatchObject({ output: undefined, late: { at: at(900) } });
    expect(JSON.stringify(rows)).not.toMatch(/hunter2|sk_live/);
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

describe("listHistory over a migration", () => {
  it("tells of each step which chart it was made on", async () => {
    const { steps } = await listHistory(database.prisma, "fulfil", "order-42");
    expect(steps.map((step) => step.chartId)).toEqual([olderChartId, chartId]);
  });
});

describe("what is read page by page", () => {
  const LONG = { machineId: "fulfil", subject: "order-long" };
  const STEPS = 205;
  const PAGE = 200;

  beforeAll(async () => {
    const { prisma } = database;
    await seedInstance(prisma, { ...LONG, chartId, revision: STEPS, correlationId: "c-long" });
    for (let revision = 1; revision <= STEPS; revision += 1) {
      const snapshot = { context: { count: revision } };
      const [from, to] = revision % 2 === 0 ? ["idle", "charge"] : ["charge", "idle"];
      const transitions = [{ from, event: "SWAP", to: [to] }];
      const more = { entered: [to], transitions, at: at(revision), snapshot };
      await seedHistory(prisma, { ...LONG, chartId, revision, ...more });
      await seedEffect(prisma, { ...LONG, revision, src: "work", status: "done" });
    }
    await seedEvent(prisma, {
      id: "early",
      type: "announced",
      subject: LONG.subject,
      ...{ machineId: LONG.machineId, direction: "published", revision: 2 },
    });
    for (let at = 0; at < 60; at += 1) {
      const id = `long-${String(at).padStart(2, "0")}`;
      const letter = { id, consumer: "fulfil", eventType: "x", correlationId: "c-long" };
      await seedLetter(prisma, { ...letter, subject: LONG.subject });
    }
  });

  it("goes back to the first step, each with its own differences and announcements", async () => {
    const newest = await listHistory(database.prisma, LONG.machineId, LONG.subject);
    expect(newest.more).toBe(true);
    expect(newest.steps.map(({ revision }) => revision)).toEqual(upTo(STEPS, PAGE));
    const before = newest.steps[0]?.revision;
    const older = await listHistory(database.prisma, LONG.machineId, LONG.subject, before);
    expect(older.more).toBe(false);
    expect(older.steps.map(({ revision }) => revision)).toEqual(upTo(STEPS - PAGE, PAGE));
    expect(older.steps[1]?.published.map(({ id }) => id)).toEqual(["early"]);
    expect(older.steps[1]?.changes).toMatchObject([{ path: "count", before: 1, after: 2 }]);
  });

  it("counts the steps that it does not list: visits, and the arrows that were taken", async () => {
    const newest = await listHistory(database.prisma, LONG.machineId, LONG.subject);
    expect(newest.earlier).toEqual({
      from: 1,
      visits: expect.arrayContaining([
        { path: "idle", count: 3, lastAt: at(5) },
        { path: "charge", count: 2, lastAt: at(4) },
      ]),
      taken: [
        { from: "idle", event: "SWAP", to: ["charge"], lastAt: at(4) },
        { from: "charge", event: "SWAP", to: ["idle"], lastAt: at(5) },
      ],
    });
    const before = newest.steps[0]?.revision;
    const older = await listHistory(database.prisma, LONG.machineId, LONG.subject, before);
    expect(older.earlier).toBeUndefined();
  });

  it("goes back to the first call", async () => {
    const { prisma } = database;
    const newest = await listCalls(prisma, LONG.machineId, LONG.subject);
    expect([newest.rows.length, newest.more]).toEqual([PAGE, true]);
    const before = BigInt(newest.rows[0]?.id ?? 0);
    const older = await listCalls(prisma, LONG.machineId, LONG.subject, before);
    expect([older.rows.map(({ revision }) => revision), older.more]).toEqual([
      upTo(STEPS - PAGE, PAGE),
      false,
    ]);
  });

  it("says that there are more letters than it comes with, and gives the rest", async () => {
    const { prisma } = database;
    const instance = await getInstance(prisma, LONG.machineId, LONG.subject);
    expect([instance.letters.length, instance.moreLetters]).toEqual([50, true]);
    const rest = await listLetters(prisma, { ...LONG, correlationId: "c-long" }, 50);
    expect(rest.more).toBe(false);
    const ids = [...instance.letters, ...rest.rows].map(({ id }) => id);
    expect(new Set(ids).size).toBe(60);
  });

  const upTo = (last: number, count: number) =>
    Array.from({ length: Math.min(last, count) }, (_, at) => Math.max(0, last - count) + at + 1);
});

describe("what waits in the outbox", () => {
  const KEY_OUT = { machineId: "fulfil", subject: "order-out" };

  beforeAll(async () => {
    const { prisma } = database;
    await seedInstance(prisma, { ...KEY_OUT, chartId, revision: 3 });
    const own = { subject: KEY_OUT.subject, machineId: KEY_OUT.machineId, direction: "published" };
    const subscription = { project: "shop", kind: "queue", topic: "events", type: "*" };
    await prisma.subscription.create({ data: { ...subscription, sink: "mail" } });
    await seedWaiting("sent-on", "order.paid", "mail", { ...own, revision: 3 });
    await seedWaiting("came", "order.changed", "fulfil", { subject: KEY_OUT.subject });
    await seedWaiting("others", "order.changed", "mail", { subject: KEY_OUT.subject });
    await seedWaiting("elsewhere", "order.paid", "mail", { ...own, subject: "order-else" });
  });

  it("is what it announced and nobody took yet, and what waits for it", async () => {
    const { waiting, moreWaiting } = await getInstance(
      database.prisma,
      KEY_OUT.machineId,
      KEY_OUT.subject,
    );
    expect(
      waiting.map(({ eventId, direction, sink, revision }) => [eventId, direction, sink, revision]),
    ).toEqual([
      ["sent-on", "out", "mail", 3],
      ["came", "in", "fulfil", null],
    ]);
    expect(moreWaiting).toBe(false);
  });

  async function seedWaiting(
    id: string,
    type: string,
    sink: string,
    event: Partial<Parameters<typeof seedEvent>[1]> & { readonly subject: string },
  ): Promise<void> {
    const { prisma } = database;
    const eventSeq = await seedEvent(prisma, { id, type, ...event });
    await prisma.$executeRaw`
      INSERT INTO sagascope.delivery (project, shard, sink, kind, subject, topic, event_seq, event_at)
      SELECT 'shop', sagascope.shard_of(subject), ${sink}, 'queue', subject, topic, seq, recorded_at
      FROM sagascope.event WHERE seq = ${eventSeq}`;
  }
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
