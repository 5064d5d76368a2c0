import { makePrisma, type PrismaClient } from "@sagascope/database";
import { checkSchema } from "@sagascope/database/schema-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type WebTestDatabase } from "../testing/open-test-database.ts";
import { seedWorker } from "../testing/seed-rows.ts";
import { checkHealth } from "./check-health.ts";

/** The first answer over a new connection may take its time on a busy machine. */
const PATIENCE_MS = 60_000;

let database: WebTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

const sources = () => ({
  prisma: database.prisma,
  findDifferences: () => checkSchema(database.pool),
});
const noDifferences = async () => [];

describe("checkHealth", () => {
  it("names the worker while none is alive, and is well once one is", async () => {
    expect(await checkHealth(sources(), PATIENCE_MS)).toMatchObject({
      status: "unavailable",
      missing: "worker",
    });
    await seedWorker(database.prisma);
    expect(await checkHealth(sources(), PATIENCE_MS)).toEqual({
      status: "ok",
      database: "ok",
      worker: { alive: 1 },
      schema: { differences: [] },
    });
  });

  it("names a database that cannot be reached", async () => {
    const nowhere = makePrisma("postgresql://nobody@127.0.0.1:1/none");
    expect(await checkHealth({ prisma: nowhere, findDifferences: noDifferences })).toMatchObject({
      missing: "database",
      database: "unreachable",
    });
    await nowhere.$disconnect();
  });

  it("names a database that does not answer in time", async () => {
    const silent = { $queryRaw: () => new Promise(() => {}) } as unknown as PrismaClient;
    const unanswered = { prisma: silent, findDifferences: noDifferences };
    expect(await checkHealth(unanswered, 1)).toMatchObject({ missing: "database" });
  });

  it("names every difference from the schema of this version, and is ill only where something is missing [OBX-32]", async () => {
    await database.pool.query("ALTER TABLE sagascope.topic ADD notes text");
    expect(await checkHealth(sources(), PATIENCE_MS)).toMatchObject({
      status: "ok",
      schema: { differences: [{ kind: "extra", what: "column topic.notes" }] },
    });
    await database.pool.query("DROP INDEX sagascope.timer_due_idx; DROP TABLE sagascope.worker");
    expect(await checkHealth(sources(), PATIENCE_MS)).toMatchObject({
      status: "unavailable",
      missing: "schema",
      database: "ok",
      schema: {
        differences: [
          { kind: "missing", what: "index timer.timer_due_idx" },
          { kind: "missing", what: "table worker" },
          { kind: "extra", what: "column topic.notes" },
        ],
      },
    });
  });
});
