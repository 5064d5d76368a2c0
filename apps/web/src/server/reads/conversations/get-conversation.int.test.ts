import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type WebTestDatabase } from "../../testing/open-test-database.ts";
import {
  seedChart,
  seedDelivery,
  seedEffect,
  seedEvent,
  seedHistory,
  seedInstance,
  seedLetter,
} from "../../testing/seed-rows.ts";
import { getEnvelope } from "../envelopes/get-envelope.ts";
import { getConversation } from "./get-conversation.ts";
import { listConversations } from "./list-conversations.ts";

let database: WebTestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
  const { prisma } = database;
  const chart = { id: "fulfil", initial: "idle", states: { idle: {} } };
  const chartId = await seedChart(prisma, { machineId: "fulfil", chart });
  await seedInstance(prisma, {
    machineId: "fulfil",
    subject: "order-42",
    chartId,
    correlationId: "c-1",
  });
  const event = { subject: "order-42", correlationId: "c-1" };
  await seedEvent(prisma, {
    ...event,
    id: "e1",
    type: "order.placed",
    data: { total: 3, email: "ada@example.com" },
  });
  const seq = await seedEvent(prisma, {
    ...event,
    id: "e2",
    type: "stock.reserved",
    causationId: "e1",
    machineId: "fulfil",
    direction: "published",
  });
  await seedEvent(prisma, { ...event, id: "x1", type: "order.placed", correlationId: "c-2" });
  await seedHistory(prisma, {
    machineId: "fulfil",
    subject: "order-42",
    chartId,
    revision: 1,
    causeId: "e1",
    event: "START",
  });
  await seedDelivery(prisma, { sink: "mail", subject: "order-42", eventSeq: seq, attempts: 2 });
  await seedLetter(prisma, {
    id: "l1",
    consumer: "mail",
    subject: "order-42",
    eventType: "x",
    envelopeId: "e1",
    correlationId: "c-1",
  });
});
afterAll(() => database.drop());

describe("getConversation", () => {
  it("ties together envelopes, what was done with them, what waits and what was given up", async () => {
    const conversation = await getConversation(database.prisma, "c-1");
    expect(conversation.events.map(({ id, causationId }) => [id, causationId])).toEqual([
      ["e1", null],
      ["e2", "e1"],
    ]);
    expect(conversation.consumptions).toMatchObject([
      { eventId: "e1", machineId: "fulfil", revision: 1 },
    ]);
    expect(conversation.waiting).toMatchObject([{ eventId: "e2", sink: "mail", attempts: 2 }]);
    expect(conversation.letters).toMatchObject([{ id: "l1", envelopeId: "e1" }]);
    expect(conversation.participants).toMatchObject([{ machineId: "fulfil", subject: "order-42" }]);
    expect(conversation.more).toBe(false);
  });

  it("carries no data of an envelope", async () => {
    expect(JSON.stringify(await getConversation(database.prisma, "c-1"))).not.toContain(
      "ada@example.com",
    );
  });

  it("says that nothing of it is recorded", async () => {
    await expect(getConversation(database.prisma, "c-9")).rejects.toMatchObject({
      code: "ENVELOPE_NOT_FOUND",
    });
  });
});

describe("getEnvelope", () => {
  it("gives the data masked, and what became of the envelope", async () => {
    const envelope = await getEnvelope(database.prisma, "e1");
    expect(envelope.data).toEqual({ value: { total: 3, email: "***" }, masked: 1 });
    expect(envelope.effects).toEqual([{ id: "e2", type: "stock.reserved" }]);
    expect(envelope.consumptions).toMatchObject([{ machineId: "fulfil" }]);
    expect(envelope.letters).toMatchObject([{ id: "l1" }]);
    expect((await getEnvelope(database.prisma, "e2")).causationType).toBe("order.placed");
  });
});

describe("listConversations", () => {
  it("counts what belongs to each", async () => {
    expect(await listConversations(database.prisma)).toMatchObject([
      {
        correlationId: "c-1",
        subject: "order-42",
        machines: ["fulfil"],
        envelopes: 2,
        openLetters: 1,
        active: 1,
      },
    ]);
  });

  it("tells the instances that nothing will move from those that wait", async () => {
    const { prisma } = database;
    expect(await listConversations(prisma)).toMatchObject([{ active: 1, stuck: 1 }]);
    await seedEffect(prisma, { machineId: "fulfil", subject: "order-42", src: "ship" });
    expect(await listConversations(prisma)).toMatchObject([{ active: 1, stuck: 0 }]);
  });
});
