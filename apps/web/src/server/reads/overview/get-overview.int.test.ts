import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type WebTestDatabase } from "../../testing/open-test-database.ts";
import {
  seedChart,
  seedDelivery,
  seedEffect,
  seedEvent,
  seedInstance,
  seedLetter,
  seedTimer,
  seedWorker,
} from "../../testing/seed-rows.ts";
import type { Overview } from "./build-overview.ts";
import { getOverview } from "./get-overview.ts";

const now = new Date();
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1_000);

let database: WebTestDatabase;
let overview: Overview;

beforeAll(async () => {
  database = await openTestDatabase();
  const { prisma } = database;
  const chartId = await seedChart(prisma, {
    machineId: "fulfil",
    version: "3",
    chart: {
      id: "fulfil",
      initial: "idle",
      states: { idle: { on: { START: "charge" } }, charge: {}, done: { type: "final" } },
    },
  });
  const base = { machineId: "fulfil", chartId, updatedAt: ago(60), startedAt: ago(60) };
  const ended = { ...base, status: "done", finishedAt: ago(50) };
  await seedInstance(prisma, { ...base, subject: "waiting-for-start" });
  await seedInstance(prisma, { ...base, subject: "calling", states: ["charge"] });
  await seedEffect(prisma, { machineId: "fulfil", subject: "calling", src: "chargeCard" });
  await seedInstance(prisma, { ...base, subject: "nothing-moves-it", states: ["charge"] });
  await seedInstance(prisma, { ...base, subject: "gave-up" });
  await seedEffect(prisma, {
    machineId: "fulfil",
    subject: "gave-up",
    src: "chargeCard",
    status: "dead",
  });
  await seedInstance(prisma, { ...base, subject: "late", states: ["charge"] });
  await seedTimer(prisma, {
    machineId: "fulfil",
    subject: "late",
    label: "after.5000",
    state: "charge",
    dueAt: ago(40),
  });
  await seedInstance(prisma, {
    ...base,
    subject: "on-time",
    states: ["charge"],
    phase: "compensating",
  });
  await seedTimer(prisma, {
    machineId: "fulfil",
    subject: "on-time",
    label: "after.5000",
    state: "charge",
    dueAt: ago(-40),
  });
  await seedInstance(prisma, { ...ended, subject: "ended-1", phase: "completed" });
  await seedInstance(prisma, {
    ...ended,
    subject: "ended-2",
    phase: "completed",
    finishedAt: ago(40),
  });
  await seedInstance(prisma, { ...ended, subject: "ended-3", phase: "compensated" });
  await seedInstance(prisma, {
    ...ended,
    subject: "long-ago",
    phase: "completed",
    startedAt: ago(200_000),
    finishedAt: ago(190_000),
  });
  await seedLetter(prisma, {
    id: "l1",
    consumer: "fulfil",
    subject: "s1",
    eventType: "a",
    causeTitle: "Card gateway answered 503",
  });
  await seedLetter(prisma, {
    id: "l2",
    consumer: "fulfil",
    subject: "s2",
    eventType: "a",
    causeTitle: "Card gateway answered 503",
  });
  await seedLetter(prisma, {
    id: "l3",
    consumer: "mail",
    subject: "s2",
    eventType: "b",
    fingerprint: "fp-2",
    causeTitle: "No template",
  });
  await seedLetter(prisma, {
    id: "l4",
    consumer: "mail",
    subject: "s3",
    eventType: "b",
    resolvedAt: now,
  });
  await seedWorker(prisma);
  await seedWorker(prisma, { id: "worker-dead", heartbeatAt: ago(60) });
  await seedWorker(prisma, { id: "worker-stopped", stoppedAt: now });
  const waiting = { id: "e1", type: "t", subject: "s1", recordedAt: ago(12) };
  const eventSeq = await seedEvent(prisma, waiting);
  await seedDelivery(prisma, { sink: "fulfil", subject: "s1", eventSeq, attempts: 1 });
  await database.prisma.workCount.create({
    data: {
      grain: "hour",
      at: new Date(Math.floor(now.getTime() / 3_600_000) * 3_600_000),
      project: "test",
      machineId: "fulfil",
      started: 9,
      completed: 2,
      compensated: 1,
      steps: 40,
      retried: 3,
      callsRetried: 2,
    },
  });
  await database.pool.query(
    "INSERT INTO sagascope.work_entry (project, machine_id, steps, completed) VALUES ('test', 'fulfil', 2, 1)",
  );
  // However long seeding took: a call that nobody has taken up yet would be late after some seconds.
  await database.pool.query(
    "UPDATE sagascope.effect SET due_at = clock_timestamp() + interval '1 hour' WHERE status = 'pending'",
  );
  overview = await getOverview(prisma, "24h", now);
});
afterAll(() => database.drop());

describe("getOverview", () => {
  it("counts what is in flight and what ended in the span", () => {
    expect(overview.inFlight).toMatchObject({ count: 6, started: 9 });
    expect(overview.completed.count).toBe(3);
    expect(overview.compensated.count).toBe(1);
    expect(overview.completed.trend).toHaveLength(24);
    expect(sum(overview.completed.trend)).toBe(3);
  });

  it("charts what the engine counted, what is not added up yet included", () => {
    const { charts } = overview;
    expect([charts.steps, charts.triedAgain, charts.failed].map(sum)).toEqual([42, 5, 0]);
    expect(charts.steps).toHaveLength(24);
  });

  it("calls stuck what no event, timer or call will move, and what a call gave up on", () => {
    expect(overview.stuck.count).toBe(2);
    expect(overview.stuckGroups.map(({ states, gaveUp }) => [states, gaveUp]).sort()).toEqual([
      [["charge"], false],
      [["idle"], true],
    ]);
  });

  it("calls overdue what was due before now, and says by how much", () => {
    expect(overview.overdue.count).toBe(1);
    expect(overview.overdue.byMs).toBeGreaterThan(39_000);
  });

  it("groups open letters by cause, the largest first", () => {
    expect(overview.letters.count).toBe(3);
    expect(overview.causes.map(({ title, letters, lately }) => [title, letters, lately])).toEqual([
      ["Card gateway answered 503", 2, 2],
      ["No template", 1, 1],
    ]);
  });

  it.each(["1h", "24h", "7d"] as const)(
    "charts the letters of every cause over %s, not only of those it lists",
    async (range) => {
      const { prisma } = database;
      for (const no of Array.from({ length: 8 }, (_cause, at) => at)) {
        await seedLetter(prisma, {
          ...{ id: `${range}-${no}`, consumer: "mail", subject: "s9", eventType: "b" },
          fingerprint: `fp-more-${no}`,
        });
      }
      const { letters, causes, causeCount } = await getOverview(prisma, range, new Date());
      expect([causes.length, causeCount]).toEqual([6, 10]);
      expect(letters.count).toBeGreaterThanOrEqual(11);
      expect(sum(letters.trend)).toBe(letters.count);
      expect(sum(causes.flatMap(({ trend }) => trend))).toBeLessThan(letters.count);
      await prisma.deadLetter.deleteMany({ where: { fingerprint: { startsWith: "fp-more-" } } });
    },
  );

  it("splits a machine's instances so that the parts add up", () => {
    const [line] = overview.machines;
    expect(line).toMatchObject({ machineId: "fulfil", version: "3", inFlight: 6, letters: 2 });
    expect(line?.where).toEqual({ attention: 3, compensating: 1, calling: 1, waiting: 1 });
    expect(line?.medianMs).toBeCloseTo(10_000, -2);
  });

  it("takes only workers for alive that said so lately", () => {
    expect(overview.workersAlive).toBe(1);
  });

  it("says how long the oldest envelope waits", () => {
    expect(overview.queue).toMatchObject({ waiting: 1, retrying: 1, callsUnderWay: 1 });
    expect(overview.queue.oldestMs).toBeGreaterThan(11_000);
  });
});
