import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type WebTestDatabase } from "../../testing/open-test-database.ts";
import { seedChart, seedEvent, seedInstance, seedLetter } from "../../testing/seed-rows.ts";
import { search } from "./search.ts";

let database: WebTestDatabase;
/** Says something that nobody takes. */
const PUBLISHES = { target: "idle", meta: { publish: { type: "fulfil.looked" } } };

/** A document of somebody else's, imported. */
const PARCELS = {
  ...{ kind: "import", name: "parcels", version: "1", contentHash: "x", document: {} },
  passages: [{ direction: "sends", topic: "notes", type: "parcel.noted" }],
};

beforeAll(async () => {
  database = await openTestDatabase();
  const { prisma } = database;
  const chart = { initial: "idle", states: { idle: {} } };
  const fulfil = await seedChart(prisma, {
    machineId: "fulfil",
    chart: { id: "fulfil", ...chart, states: { idle: { on: { GO: PUBLISHES } } } },
  });
  await prisma.asyncapiDocument.create({ data: PARCELS });
  const order = await seedChart(prisma, { machineId: "order", chart: { id: "order", ...chart } });
  for (const subject of ["order-42", "order-420", "order-7"]) {
    await seedInstance(prisma, { machineId: "fulfil", subject, chartId: fulfil });
  }
  await seedInstance(prisma, { machineId: "order", subject: "order-42", chartId: order });
  await seedEvent(prisma, {
    id: "ev-1",
    type: "order.placed",
    subject: "order-42",
    correlationId: "c-7f31e0",
  });
  await seedLetter(prisma, {
    id: "letter-1",
    consumer: "mail",
    subject: "order-42",
    eventType: "mail.asked",
    envelopeId: "ev-9",
  });
  await prisma.subscription.create({
    data: { topic: "events", type: "order.placed", sink: "fulfil", kind: "queue", project: "shop" },
  });
});
afterAll(() => database.drop());

async function found(text: string) {
  const { groups } = await search(database.prisma, text);
  return Object.fromEntries(groups.map(({ kind, hits }) => [kind, hits.map(({ id }) => id)]));
}

describe("search", () => {
  it("puts the order that is meant first, on every machine, then those whose number begins alike", async () => {
    const { groups } = await search(database.prisma, "42");
    expect(groups[0]?.kind).toBe("instance");
    expect(groups[0]?.hits.map(({ id, exact }) => [id, exact])).toEqual([
      ["order/order-42", true],
      ["fulfil/order-42", true],
      ["fulfil/order-420", false],
    ]);
  });

  it("finds everything about one order", async () => {
    expect(await found("order-42")).toMatchObject({
      conversation: ["c-7f31e0"],
      letter: ["letter-1"],
      envelope: ["ev-1"],
    });
  });

  it("says of an envelope what it is before which one it is", async () => {
    const { groups } = await search(database.prisma, "ev-1");
    expect(groups.flatMap(({ hits }) => hits)).toMatchObject([
      { title: "order.placed", subtitle: "ev-1, order-42" },
    ]);
  });

  it.each([
    ["ev-1", { envelope: ["ev-1"] }],
    ["c-7f31e0", { conversation: ["c-7f31e0"] }],
    ["letter-1", { letter: ["letter-1"] }],
    ["ev-9", { letter: ["letter-1"] }],
    ["order.pl", { type: ["events order.placed fulfil"] }],
    ["fulfil.lo", { type: ["fulfil.looked by fulfil"] }],
    ["parcel.no", { type: ["notes parcel.noted parcels"] }],
    ["mail.as", { type: ["letters mail.asked"] }],
    ["FULF", { type: ["fulfil.looked by fulfil"], machine: ["fulfil"] }],
    ["letter: letter-1", { letter: ["letter-1"] }],
    ["nothing-like-this", {}],
    ["%", {}],
    ["  ", {}],
  ])("finds %s and nothing else", async (text, expected) => {
    expect(await found(text)).toEqual(expected);
  });

  it("says where each thing stands", async () => {
    const { groups } = await search(database.prisma, "ev-1");
    expect(groups[0]?.hits[0]?.href).toBe("/conversations/c-7f31e0?event=ev-1");
  });
});
