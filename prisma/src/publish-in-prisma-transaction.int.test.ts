import { createEnvelope } from "@sagascope/core";
import {
  cancelScheduled,
  fromPrisma,
  publishEvents,
  scheduleEvents,
} from "@sagascope/core/postgres";
import { createTestDatabase, type TestDatabase } from "@sagascope/core/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { PrismaClient } from "../generated/client.ts";
import { makePrisma } from "./make-prisma.ts";

let database: TestDatabase;
let prisma: PrismaClient;

beforeAll(async () => {
  database = await createTestDatabase();
  prisma = makePrisma(database.pool);
});
afterAll(async () => {
  await prisma.$disconnect();
  await database.drop();
});
beforeEach(async () => {
  await prisma.event.deleteMany();
  await prisma.scheduledEvent.deleteMany();
  await prisma.setting.deleteMany();
});

class ChangedMind extends Error {}

const envelope = (id: string) =>
  createEnvelope({ type: "order.placed", source: "/shop", subject: "o-1", id, data: { n: 1 } });

/** An application's write, and ours beside it. */
function placeOrder(isKept: boolean): Promise<void> {
  return prisma.$transaction(async (tx) => {
    const sql = fromPrisma(tx);
    await tx.setting.create({ data: { key: "order", value: 42 } });
    const envelopes = [envelope("a"), envelope("b")];
    await publishEvents(sql, { topic: "events", envelopes, direction: "published" });
    await scheduleEvents(
      sql,
      [
        { topic: "events", key: "remind", envelope: envelope("c"), delayMs: 60_000 },
        { topic: "events", key: "expire", envelope: envelope("d"), deliverAt: new Date() },
      ],
      "published",
    );
    await cancelScheduled(sql, "events", ["expire"]);
    if (!isKept) throw new ChangedMind();
  });
}

describe("publishing inside prisma.$transaction", () => {
  it("commits with the application's own rows [EXA-09]", async () => {
    await placeOrder(true);

    expect(await prisma.setting.count()).toBe(1);
    expect((await prisma.event.findMany({ orderBy: { seq: "asc" } })).map(({ id }) => id)).toEqual([
      "a",
      "b",
    ]);
    expect(await prisma.scheduledEvent.findMany()).toMatchObject([
      { key: "remind", id: "c", subject: "o-1", direction: "published" },
    ]);
  });

  it("leaves nothing when the transaction is rolled back [OBX-13]", async () => {
    await expect(placeOrder(false)).rejects.toThrow(ChangedMind);

    expect(await prisma.setting.count()).toBe(0);
    expect(await prisma.event.count()).toBe(0);
    expect(await prisma.scheduledEvent.count()).toBe(0);
  });
});
