import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type WebTestDatabase } from "../../testing/open-test-database.ts";
import { seedChart, seedEvent, seedInstance, seedLetter } from "../../testing/seed-rows.ts";
import { callerAs } from "../../trpc/testing/caller-as.ts";

const chart = (id: string, hears: string, says: string) => ({
  id,
  initial: "open",
  states: { open: { on: { [hears]: { target: "open", meta: { publish: says } } } } },
});

let database: WebTestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
  const { prisma } = database;
  const chartId = await seedChart(prisma, {
    machineId: "order",
    chart: chart("order", "PLACE", "order.placed"),
  });
  await seedChart(prisma, { machineId: "mail", chart: chart("mail", "SEND", "mail.sent") });
  await seedInstance(prisma, { machineId: "order", subject: "o-1", chartId });
  await prisma.subscription.createMany({
    data: [
      ...[
        { topic: "commands", type: "place", sink: "order", event: "PLACE" },
        { topic: "out", type: "order.placed", sink: "mail", event: "SEND" },
        { topic: "parcels", type: "parcel.sent", sink: "mail", event: "SEND" },
        { topic: "stock", type: "stock.low", sink: "mail", event: "SEND" },
      ].map((row) => ({ ...row, kind: "queue", project: "shop" })),
      { topic: "out", type: "*", sink: "copy", kind: "relay", project: "shop" },
      { topic: "commands", type: "*", sink: "shop", kind: "queue", project: "shop" },
    ],
  });
  await prisma.observer.create({
    data: { project: "shop", name: "carrier", topic: "parcels", source: "/carrier" },
  });
  await prisma.asyncapiDocument.create({
    data: {
      ...{ kind: "import", name: "Depot", version: "1", contentHash: "h", document: {} },
      passages: [{ direction: "sends", topic: "stock", type: "stock.low" }],
    },
  });
  await prisma.asyncapiDocument.create({
    data: {
      ...{ kind: "import", name: "Elsewhere", version: "1", contentHash: "h", document: {} },
      passages: [{ direction: "sends", topic: "other", type: "taken.by.nobody" }],
    },
  });
  const received = { topic: "commands", type: "place", source: "/till" };
  await seedEvent(prisma, { id: "e-1", subject: "o-1", ...received });
  await seedEvent(prisma, { id: "e-2", subject: "o-2", ...received });
  await seedEvent(prisma, {
    ...{ id: "e-3", subject: "o-1", topic: "out", type: "order.placed" },
    ...{ source: "xsm/order", machineId: "order", direction: "published" },
  });
  await seedEvent(prisma, {
    ...{ id: "e-4", subject: "o-1", topic: "parcels", type: "parcel.sent", source: "/carrier" },
  });
  await seedEvent(prisma, {
    ...{ id: "e-5", subject: "o-1", topic: "commands", type: "place", source: "/till" },
    recordedAt: new Date(Date.now() - 30 * 60 * 60 * 1000),
  });
  await seedLetter(prisma, {
    id: "l-1",
    consumer: "mail",
    eventType: "order.placed",
    subject: "o-1",
  });
});
afterAll(() => database.drop());

describe("choreography.get", () => {
  it("puts charts, routes, observers, imported documents, relays and a day's envelopes together", async () => {
    const map = await callerAs("viewer", { prisma: database.prisma }).choreography.get();

    expect(map.nodes.map(({ id, active, openLetters }) => [id, active, openLetters])).toEqual([
      ["machine:mail", 0, 1],
      ["machine:order", 1, 0],
      ["service:carrier", undefined, 0],
      ["service:Depot", undefined, 0],
      ["outside:/till", undefined, 0],
      ["relay:copy", undefined, 0],
    ]);
    expect(map.links.map(({ from, to, type, count }) => [from, to, type, count]).sort()).toEqual([
      ["machine:order", "machine:mail", "order.placed", 1],
      ["machine:order", "relay:copy", "order.placed", 1],
      ["outside:/till", "machine:order", "place", 2],
      ["service:Depot", "machine:mail", "stock.low", 0],
      ["service:carrier", "machine:mail", "parcel.sent", 1],
    ]);
    expect(map.unsaid).toEqual([]);
    expect(map.unheard.map(({ type }) => type)).toEqual(["mail.sent"]);
    expect(map).toMatchObject({ isCut: false, more: false });
  });

  it("knows where a machine publishes that has been quiet, so that nobody's ear is missing", async () => {
    const { prisma } = database;
    await prisma.machine.update({ where: { machineId: "mail" }, data: { topic: "letters" } });
    await prisma.subscription.create({
      data: {
        ...{ topic: "letters", type: "mail.sent", sink: "order" },
        kind: "queue",
        project: "shop",
      },
    });
    const map = await callerAs("viewer", { prisma }).choreography.get();
    expect(map.unheard).toEqual([]);
    expect(map.links.map(({ from, to, type }) => [from, to, type])).toContainEqual([
      ...["machine:mail", "machine:order", "mail.sent"],
    ]);
  });
});
