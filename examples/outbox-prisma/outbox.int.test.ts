import { readFileSync } from "node:fs";
import { PrismaPg } from "@prisma/adapter-pg";
import { fromPrisma, publishMessages } from "@sagascope/core/postgres";
import {
  createTestDatabase,
  type OutboxStorageUnderTest,
  outboxStorageContract,
  type StoredMessage,
  type TestDatabase,
} from "@sagascope/core/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { PrismaClient } from "./generated/client.ts";
import { handleOrders } from "./handle-orders.ts";
import { outboxTable, prismaOutbox } from "./outbox.ts";
import { type OrderNews, placeOrder } from "./place-order.ts";

const migration = readFileSync(new URL("migrations/1_init/migration.sql", import.meta.url), "utf8");
let database: TestDatabase;
let prisma: PrismaClient;

beforeAll(async () => {
  database = await createTestDatabase({ migrated: false });
  await database.pool.query(migration);
  prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString: database.url }) });
});
afterAll(async () => {
  await prisma.$disconnect();
  await database.drop();
});
beforeEach(() => database.pool.query('TRUNCATE "Order", "OutboxMessage" RESTART IDENTITY'));

const underTest: OutboxStorageUnderTest = {
  storage: () => prismaOutbox(prisma),
  async add(...messages) {
    const ids: string[] = [];
    for (const message of messages) {
      ids.push(...(await publishMessages(fromPrisma(prisma), outboxTable, [message])));
    }
    return ids;
  },
  async look(id): Promise<StoredMessage | undefined> {
    const row = await prisma.outboxMessage.findUnique({ where: { id: BigInt(id) } });
    if (row === null) return undefined;
    const { attempts, deliveries, lastError, availableAt } = row;
    const state = row.status as StoredMessage["state"];
    return {
      state,
      attempts,
      deliveries,
      lastError,
      waitsForMs: availableAt.getTime() - Date.now(),
    };
  },
  async passTime(ms) {
    const columns = ["availableAt", "createdAt", "firstFailedAt"];
    const moved = columns.map((name) => `"${name}" = "${name}" - $1::float8 * interval '1 ms'`);
    await database.pool.query(`UPDATE "OutboxMessage" SET ${moved.join(", ")}`, [ms]);
  },
  close: async () => undefined,
};

describe("a Prisma model as a table of messages [EXA-13]", () => {
  outboxStorageContract({ holds: "json", makeStorage: async () => underTest });
});

describe("orders", () => {
  it("are told of once they are there, and not otherwise [OBX-29][EXA-09][EXA-13]", async () => {
    await placeOrder(prisma, { id: 1, customer: "ada" });
    await expect(placeOrder(prisma, { id: 1, customer: "eve" })).rejects.toThrow();
    const news: OrderNews[] = [];
    const queue = handleOrders(prisma, async (one) => void news.push(one));
    expect(await queue.drain()).toBe(1);
    expect(news).toEqual([{ order: 1, state: "placed" }]);
    expect(await prisma.outboxMessage.findMany({ where: { status: "pending" } })).toMatchObject([
      { topic: "mail", orderKey: "ada", payload: { subject: "Thank you!" } },
    ]);
  });

  it("are told of by one statement in the order's own transaction [OBX-29][OBX-30]", async () => {
    const statements: string[] = [];
    const noting = new PrismaClient({
      adapter: new PrismaPg({ connectionString: database.url }),
      log: [{ emit: "event", level: "query" }],
    });
    noting.$on("query", ({ query }) => statements.push(query));
    try {
      await placeOrder(noting, { id: 2, customer: "bob" });
    } finally {
      await noting.$disconnect();
    }
    expect(statements.filter((text) => text.includes('"OutboxMessage"'))).toHaveLength(1);
  });
});
