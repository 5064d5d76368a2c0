import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { decodeSkeleton, lastSeqOf } from "../../../lib/conversation-skeleton.ts";
import { openTestDatabase, type WebTestDatabase } from "../../testing/open-test-database.ts";
import {
  seedChart,
  seedDelivery,
  seedEffect,
  seedEvent,
  seedHistory,
  seedInstance,
  seedLetter,
  seedTimer,
} from "../../testing/seed-rows.ts";
import { getEnvelope } from "../envelopes/get-envelope.ts";
import { getConversation } from "./get-conversation.ts";
import { getSkeleton } from "./get-skeleton.ts";
import { listConversations } from "./list-conversations.ts";
import { listDeeds } from "./list-deeds.ts";

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
    expect(conversation).toMatchObject({ subject: "order-42", recorded: 2 });
    expect(conversation.waiting).toMatchObject([{ eventId: "e2", sink: "mail", attempts: 2 }]);
    expect(conversation.letters).toMatchObject([{ id: "l1", envelopeId: "e1" }]);
    expect(conversation.participants).toMatchObject([{ machineId: "fulfil", subject: "order-42" }]);
    expect(conversation).toMatchObject({ waitingCount: 1, letterCount: 1, participantCount: 1 });
  });

  it("says that nothing of it is recorded", async () => {
    await expect(getConversation(database.prisma, "c-9")).rejects.toMatchObject({
      code: "ENVELOPE_NOT_FOUND",
    });
  });
});

describe("getSkeleton", () => {
  it("tells of each envelope who said it because of what, and nothing that it carries", async () => {
    const page = await getSkeleton(database, { correlationId: "c-1", after: "0" });
    expect(page.more).toBe(false);
    expect(decodeSkeleton(page)).toMatchObject([
      { id: "e1", type: "order.placed", causationId: null, machineId: null },
      { id: "e2", type: "stock.reserved", causationId: "e1", machineId: "fulfil" },
    ]);
    expect(JSON.stringify(page)).not.toContain("example.com");
  });

  it("names the observed services that take part, by topic and source", async () => {
    const { prisma } = database;
    const observed = { project: "shop", topic: "parcels" };
    await prisma.observer.createMany({
      data: [
        { ...observed, name: "carrier", source: "/carrier" },
        { ...observed, name: "others" },
      ],
    });
    const envelope = { type: "parcel.seen", subject: "p-1", correlationId: "c-7" };
    await seedEvent(prisma, { ...envelope, id: "p1", topic: "parcels", source: "/carrier" });
    await seedEvent(prisma, { ...envelope, id: "p2", topic: "parcels", source: "/x" });
    await seedEvent(prisma, { ...envelope, id: "p3", topic: "parcels", machineId: "fulfil" });
    await seedEvent(prisma, { ...envelope, id: "p4", topic: "events", source: "/carrier" });

    const page = await getSkeleton(database, { correlationId: "c-7", after: "0" });
    expect(decodeSkeleton(page).map(({ id, service }) => [id, service])).toEqual([
      ["p1", "carrier"],
      ["p2", "others"],
      ["p3", null],
      ["p4", null],
    ]);
    expect(await getEnvelope(prisma, "p1")).toMatchObject({ service: "carrier" });
    await prisma.event.deleteMany({ where: { correlationId: "c-7" } });
  });

  it("reads on after a position", async () => {
    const [first] = decodeSkeleton(
      await getSkeleton(database, { correlationId: "c-1", after: "0" }),
    );
    const next = await getSkeleton(database, { correlationId: "c-1", after: first?.seq ?? "" });
    expect(next.ids).toEqual(["e2"]);
  });

  it("sends ten thousand envelopes in one statement and less than 700 kB, and the rest on the next page", async () => {
    const written = 10_040;
    await database.pool.query(
      `INSERT INTO sagascope.event (id, source, type, subject, topic, correlation_id, causation_id, direction, envelope)
       SELECT 'many-' || n, '/warehouse', 'stock.level.' || n % 12, 'order-77', 'events', 'c-many',
              CASE WHEN n > 0 THEN 'many-' || n / 8 END, 'received', json_build_object('data', repeat('x', 200))
       FROM generate_series(0, $1::int - 1) n ORDER BY n`,
      [written],
    );
    let statements = 0;
    const pool = new Proxy(database.pool, {
      get: (target, name) => {
        if (name === "query") statements++;
        return Reflect.get(target, name);
      },
    });
    const input = { correlationId: "c-many" };
    const page = await getSkeleton({ ...database, pool }, { ...input, after: "0" });
    expect(statements).toBe(1);
    expect([page.ids.length, page.more]).toEqual([10_000, true]);
    expect(JSON.stringify(page).length).toBeLessThan(700_000);
    const rest = await getSkeleton(database, { ...input, after: lastSeqOf(page) });
    expect([rest.ids.length, rest.more]).toEqual([40, false]);
    const ids = new Set([...page.ids, ...rest.ids]);
    expect(ids.size, "none twice, none lost").toBe(written);
  });
});

describe("listDeeds", () => {
  it("tells who took an envelope, which calls it led to and by which step it was published", async () => {
    const { prisma, pool } = database;
    await prisma.event.updateMany({ where: { id: "e2" }, data: { revision: 1 } });
    const call = { machineId: "fulfil", subject: "order-42", src: "reserve", revision: 1 };
    const failed = new Date(1_796_000_000_000);
    await seedEffect(prisma, {
      ...call,
      causeEventId: "e1",
      status: "done",
      attempts: 2,
      startedAt: new Date(1_796_000_001_000),
      finishedAt: new Date(1_796_000_001_250),
      errors: [{ name: "Error", message: "boom", at: failed.toISOString(), attempt: 1 }],
    });
    await seedTimer(prisma, {
      ...{ machineId: "fulfil", subject: "order-42", label: "after 5 s", state: "idle" },
      causeEventId: "e1",
      dueAt: failed,
    });
    const { rows } = await pool.query<{ seq: string }>(
      "SELECT seq::text FROM sagascope.event WHERE correlation_id = 'c-1' ORDER BY seq",
    );
    const seqs = rows.map(({ seq }) => seq);
    const deeds = await listDeeds(prisma, { correlationId: "c-1", seqs: [...seqs, "999999"] });
    expect(deeds.map(({ seq }) => seq)).toEqual(seqs);
    expect(deeds[0]).toMatchObject({
      publishedBy: null,
      taken: [{ machineId: "fulfil", subject: "order-42", revision: 1 }],
      calls: [
        {
          ...{ src: "reserve", status: "done", attempts: 2, failedAtMs: [failed.getTime()] },
          ...{ startedAtMs: 1_796_000_001_000, finishedAtMs: 1_796_000_001_250 },
        },
      ],
      timers: [{ machineId: "fulfil", label: "after 5 s", dueAtMs: failed.getTime() }],
    });
    expect(deeds[1]).toMatchObject({
      publishedBy: { revision: 1, event: "START", kind: "event" },
      ...{ taken: [], calls: [], timers: [] },
    });
    await prisma.effect.deleteMany();
    await prisma.timer.deleteMany();
  });

  it("tells nothing of another conversation's envelopes", async () => {
    const { rows } = await database.pool.query<{ seq: string }>(
      "SELECT seq::text FROM sagascope.event WHERE correlation_id = 'c-2'",
    );
    const seqs = rows.map(({ seq }) => seq);
    expect(await listDeeds(database.prisma, { correlationId: "c-1", seqs })).toEqual([]);
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
