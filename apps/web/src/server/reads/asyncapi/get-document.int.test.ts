import { defineProject, type ProjectDefinition } from "@sagascope/core";
import { fromPgPool, registerProject } from "@sagascope/core/postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type WebTestDatabase } from "../../testing/open-test-database.ts";
import { seedEvent, seedLetter } from "../../testing/seed-rows.ts";
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
const OLDER = { ...CHART, version: "1", states: { idle: { on: { PAY: "idle" } } } };
const LEDGER = { id: "ledger", initial: "a", states: { a: { on: { BOOK: "a" } } } };

let database: WebTestDatabase;
const register = (chart: object, change: Partial<ProjectDefinition> = {}) =>
  registerProject(
    fromPgPool(database.pool),
    defineProject({
      name: "shop",
      topics: ["commands", "events", "money", "elsewhere"],
      machines: [
        { chart, logic: {}, topic: "money" },
        { chart: LEDGER, logic: {} },
      ],
      routes: [
        { topic: "commands", type: "shop.pay", machine: "payment", event: "PAY" },
        { topic: "events", type: "CANCEL", machine: "payment" },
        { topic: "money", type: "payment.captured", machine: "ledger", event: "BOOK" },
      ],
      ...change,
    }),
  );

beforeAll(async () => {
  database = await openTestDatabase();
  const { prisma } = database;
  await register(OLDER);
  await register(CHART);
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
const payment = { kind: "machine", name: "payment" } as const;

describe("asyncapi.get", () => {
  it("shows the kept document with the topics and types that really reach the machine", async () => {
    const answer = await asyncapi().get(payment);

    expect(await asyncapi().validity(payment)).toEqual({ isValid: true });
    expect(
      answer.messages.map(({ direction, topic, type, event }) => [direction, topic, type, event]),
    ).toEqual([
      ["receives", "commands", "shop.pay", "PAY"],
      ["receives", "events", "CANCEL", "CANCEL"],
      ["sends", "money", "payment.captured", undefined],
    ]);
    expect(answer.messages.at(-1)).toMatchObject({
      publishedAt: [{ from: "payment.capturing", event: "done.invoke.capture" }],
    });
    expect(answer.consumers).toEqual([{ type: "payment.captured", sink: "ledger" }]);
    expect(answer.servers).toMatchObject([{ name: "queue", protocol: "postgresql" }]);
    expect(JSON.parse(answer.json)).toMatchObject({ asyncapi: "3.0.0" });
    expect(answer.yaml).toContain("asyncapi: 3.0.0");
  });

  it("marks what it inferred from real envelopes, and shows none of their secrets", async () => {
    const { messages, json } = await asyncapi().get(payment);
    const [pay] = messages;
    expect(pay?.data.origin).toBe("inferred");
    expect(pay?.data.fields.map(({ name, type, isRequired }) => [name, type, isRequired])).toEqual([
      ["card", "string", false],
      ["total", "integer", false],
    ]);
    expect(pay?.examples[0]).toMatchObject({ payload: { data: { total: 5 } } });
    expect(json).toContain('"x-inferred"');
    expect(json).not.toContain("4111");
  });

  it("shows an older version by its id, and says which one holds now", async () => {
    const { versions } = await asyncapi().get(payment);
    const answer = await asyncapi().get({ ...payment, documentId: versions[1]?.documentId });

    expect(answer.shown).toMatchObject({ version: "1", isCurrent: false });
    expect(answer.versions.map(({ version, isCurrent }) => [version, isCurrent])).toEqual([
      ["2", true],
      ["1", false],
    ]);
    expect(answer.messages.map(({ type }) => type)).toEqual(["shop.pay"]);
  });

  it("shows the whole system, with who sends and takes what", async () => {
    const { messages, title } = await asyncapi().get({ kind: "system", name: "shop" });
    expect(title).toBe("shop system");
    expect(messages.map(({ type, direction, parties }) => [type, direction, parties])).toEqual([
      ["shop.pay", "receives", ["payment"]],
      ["CANCEL", "receives", ["payment"]],
      ["payment.captured", "sends", ["payment"]],
      ["payment.captured", "receives", ["ledger"]],
    ]);
  });

  it("says that something or a version of it is not there", async () => {
    await expect(asyncapi().get({ ...payment, name: "nobody" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await expect(asyncapi().get({ ...payment, documentId: 9_999 })).rejects.toMatchObject({
      message: "machine 'payment' has no document with the id 9999",
    });
  });
});

describe("asyncapi.changes", () => {
  it("compares with the version before, or with any other", async () => {
    const { since, counts, changes } = await asyncapi().changes(payment);
    expect(since).toMatchObject({ version: "1" });
    expect(counts).toMatchObject({ breaking: 0 });
    expect(changes).toContainEqual(
      expect.objectContaining({ about: "payment.captured", what: "new message it sends" }),
    );
    const { versions } = await asyncapi().get(payment);
    const [now, older] = versions.map(({ documentId }) => documentId);
    const back = await asyncapi().changes({ ...payment, documentId: older, sinceId: now });
    expect(back.counts).toMatchObject({ breaking: 2 });
    expect(await asyncapi().changes({ ...payment, documentId: older })).toMatchObject({
      since: undefined,
      changes: [],
    });
  });
});

describe("asyncapi.traffic", () => {
  it("counts what came and went on the machine's own topics, with a masked example", async () => {
    const { types, isCut, letters } = await asyncapi().traffic(payment);

    expect(isCut).toBe(false);
    expect(
      types.map(({ direction, topic, type, count, subjects }) => [
        direction,
        topic,
        type,
        count,
        subjects,
      ]),
    ).toEqual([
      ["sends", "money", "payment.captured", 1, 1],
      ["receives", "commands", "shop.pay", 2, 2],
    ]);
    const pay = types.find(({ type }) => type === "shop.pay");
    expect(pay?.trend.reduce((sum, count) => sum + count, 0)).toBe(2);
    expect(pay?.example).toMatchObject({ value: { id: "e-2", data: { total: 5, card: "***" } } });
    expect(letters).toEqual([{ type: "shop.pay", open: 1 }]);
  });

  it("counts for a whole system both ways", async () => {
    const { types, letters } = await asyncapi().traffic({ kind: "system", name: "shop" });
    expect(types.map(({ direction, type, count }) => [direction, type, count])).toEqual([
      ["receives", "payment.captured", 1],
      ["sends", "payment.captured", 1],
      ["receives", "shop.pay", 2],
    ]);
    expect(letters).toEqual([{ type: "shop.pay", open: 1 }]);
  });
});

describe("asyncapi.list", () => {
  it("lists machines and systems with what they take, send and failed at", async () => {
    const { rows } = await asyncapi().list();
    expect(rows.find(({ name }) => name === "payment")).toMatchObject({
      kind: "machine",
      version: "2",
      versions: 2,
      receives: 2,
      sends: 1,
      openLetters: 1,
    });
    expect(rows.find(({ kind }) => kind === "system")).toMatchObject({
      name: "shop",
      receives: 3,
      sends: 1,
    });
  });
});
