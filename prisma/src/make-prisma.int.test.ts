import { createTestDatabase, type TestDatabase } from "@sagascope/core/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makePrisma } from "./make-prisma.ts";

describe("makePrisma", () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it("reads and writes the schema sagascope through the caller's pool, which stays open", async () => {
    const prisma = makePrisma(database.pool);
    await prisma.topic.create({ data: { name: "commands", project: "fulfilment" } });
    await prisma.$disconnect();

    const { rows } = await database.pool.query("SELECT name, project FROM sagascope.topic");
    expect(rows).toEqual([{ name: "commands", project: "fulfilment" }]);
  });

  it("connects by itself when given a connection string", async () => {
    const prisma = makePrisma(database.url);

    expect(await prisma.user.count()).toBe(0);
    await prisma.$disconnect();
  });
});
