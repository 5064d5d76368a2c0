import { makePrisma, type PrismaClient } from "@sagascope/database";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type WebTestDatabase } from "../testing/open-test-database.ts";
import { seedWorker } from "../testing/seed-rows.ts";
import { checkHealth } from "./check-health.ts";

let database: WebTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

describe("checkHealth", () => {
  it("names the worker while none is alive, and is well once one is", async () => {
    expect(await checkHealth(database.prisma)).toMatchObject({
      status: "unavailable",
      missing: "worker",
    });
    await seedWorker(database.prisma);
    expect(await checkHealth(database.prisma)).toEqual({
      status: "ok",
      database: "ok",
      worker: { alive: 1 },
    });
  });

  it("names a database that cannot be reached", async () => {
    const nowhere = makePrisma("postgresql://nobody@127.0.0.1:1/none");
    expect(await checkHealth(nowhere)).toMatchObject({
      missing: "database",
      database: "unreachable",
    });
    await nowhere.$disconnect();
  });

  it("names a database that does not answer in time", async () => {
    const silent = { $queryRaw: () => new Promise(() => {}) } as unknown as PrismaClient;
    expect(await checkHealth(silent, 1)).toMatchObject({ missing: "database" });
  });
});
