import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type WebTestDatabase } from "../../testing/open-test-database.ts";
import { seedChart, seedEvent, seedLetter } from "../../testing/seed-rows.ts";
import { callerAs } from "../../trpc/testing/caller-as.ts";

const CHART = {
  id: "payment",
  version: "2",
  initial: "idle",
  states: {
    idle: { on: { PAY: "capturing", CANCEL: "closed" } },
    capturing: {
      invoke: {
        id: "capture",
        src: "capture",
        onDone: {
          target: "captured",
          meta: { publish: { type: "payment.captured", data: ["total"] } },
        },
      },
    },
    captured: { type: "final" },
    closed: { type: "final" },
  },
};

let database: WebTestDatabase;
let olderChart: number;

beforeAll(async () => {
  database = await openTestDatabase();
  const { prisma } = database;
  olderChart = await seedChart(prisma, {
    machineId: "payment",
    version: "1",
    chart: {
      id: "payment",
      version: "1",
      initial: "idle",
      states: { idle: { on: { PAY: "idle" } } },
    },
  });
  await seedChart(prisma, { machineId: "payment", version: "2", chart: CHART });
  await prisma.subscription.createMany({
    data: [
      {
        topic: "commands",
        type: "shop.pay",
        sink: "payment",
        kind: "queue",
        project: "shop",
        event: "PAY",
      },
      { topic: "events", type: "CANCEL", sink: "payment", kind: "queue", project: "shop" },
      { topic: "money", type: "payment.captured", sink: "ledger", kind: "queue", project: "shop" },
    ],
  });
  await seedEvent(prisma, { id: "e-1", type: "shop.pay", subject: "o-1", topic: "commands" });
  await seedEvent(prisma, {
    id: "e-2",
    type: "shop.pay",
    subject: "o-2",
    topic: "commands",
    data: { total: 5, card: "4111 1111 1111 1111" },
  });
  await seedEvent(prisma, { id: "e-3", type: "shop.pay", subject: "o-3", topic: "elsewhere" });
  await seedEvent(prisma, {
    id: "e-4",
    type: "payment.captured",
    subject: "o-2",
    topic: "money",
    machineId: "payment",
    direction: "published",
  });
  await seedLetter(prisma, {
    id: "l-1",
    consumer: "payment",
    subject: "o-2",
    eventType: "shop.pay",
  });
});
afterAll(() => database.drop());

const asyncapi = () => callerAs("viewer", database).asyncapi;

describe("asyncapi.get", () => {
  it("describes the registered chart with the topics and types that really reach it", async () => {
    const answer = await asyncapi().get({ machineId: "payment" });

    expect(await asyncapi().validity({ machineId: "payment" })).toEqual({ isValid: true });
    expect(
      answer.messages.map(({ direction, topic, type, event }) => [direction, topic, type, event]),
    ).toEqual([
      ["receives", "commands", "shop.pay", "PAY"],
      ["receives", "events", "CANCEL", "CANCEL"],
      ["sends", "money", "payment.captured", undefined],
    ]);
    expect(answer.messages.at(-1)).toMatchObject({
      fields: ["total"],
      publishedAt: [{ from: "payment.capturing", event: "done.invoke.capture" }],
    });
    expect(answer.consumers).toEqual([{ type: "payment.captured", sink: "ledger" }]);
    expect(JSON.parse(answer.json)).toMatchObject({ asyncapi: "3.0.0" });
    expect(answer.yaml).toContain("asyncapi: 3.0.0");
  });

  it("shows an older version by its id, and says which one is current", async () => {
    const answer = await asyncapi().get({ machineId: "payment", chartId: olderChart });

    expect(answer.shown).toMatchObject({ version: "1", isCurrent: false });
    expect(answer.versions.map(({ version, isCurrent }) => [version, isCurrent])).toEqual([
      ["2", true],
      ["1", false],
    ]);
    expect(answer.messages.map(({ type }) => type)).toEqual(["shop.pay"]);
  });

  it("says that a machine or a version is not there", async () => {
    await expect(asyncapi().get({ machineId: "nobody" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await expect(asyncapi().get({ machineId: "payment", chartId: 9_999 })).rejects.toMatchObject({
      message: "machine 'payment' has no version with the id 9999",
    });
  });
});

describe("asyncapi.traffic", () => {
  it("counts what came and went on the machine's own topics, with a masked example", async () => {
    const { types, isCut, letters } = await asyncapi().traffic({ machineId: "payment" });

    expect(isCut).toBe(false);
    expect(
      types.map(({ direction, topic, type, count }) => [direction, topic, type, count]),
    ).toEqual([
      ["sends", "money", "payment.captured", 1],
      ["receives", "commands", "shop.pay", 2],
    ]);
    const pay = types.find(({ type }) => type === "shop.pay");
    expect(pay?.trend.reduce((sum, count) => sum + count, 0)).toBe(2);
    expect(pay?.example).toMatchObject({ value: { id: "e-2", data: { total: 5, card: "***" } } });
    expect(letters).toEqual([{ type: "shop.pay", open: 1 }]);
  });
});

describe("asyncapi.list", () => {
  it("lists machines with what they take, send and failed at", async () => {
    expect(await asyncapi().list()).toMatchObject({
      more: false,
      rows: [
        { machineId: "payment", version: "2", versions: 2, receives: 2, sends: 1, openLetters: 1 },
      ],
    });
  });
});
