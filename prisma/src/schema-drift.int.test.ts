import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { createTestDatabase, type TestDatabase } from "@sagascope/core/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const PRISMA_DIR = path.join(import.meta.dirname, "..");
const CLI = path.join(PRISMA_DIR, "../node_modules/prisma/build/index.js");

/** The SQL that would turn the database into what schema.prisma says. */
async function diff(databaseUrl: string): Promise<string> {
  const args = [CLI, "migrate", "diff", "--from-config-datasource", "--to-schema", "schema.prisma"];
  const { stdout } = await promisify(execFile)(process.execPath, [...args, "--script"], {
    cwd: PRISMA_DIR,
    env: { ...process.env, DATABASE_URL: databaseUrl, CHECKPOINT_DISABLE: "1" },
  });
  return stdout;
}

describe("schema.prisma", () => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  it("describes what the migrations make", async () => {
    expect((await diff(database.url)).trim()).toBe("-- This is an empty migration.");
  });

  it.each([
    [
      "a column is gone",
      "ALTER TABLE sagascope.topic DROP COLUMN project",
      /ADD COLUMN +"project"/,
    ],
    [
      "a column is extra",
      "ALTER TABLE sagascope.topic ADD COLUMN notes text",
      /DROP COLUMN "notes"/,
    ],
    ["an index is gone", "DROP INDEX sagascope.timer_due_idx", /CREATE INDEX "timer_due_idx"/],
    ["a type differs", "ALTER TABLE sagascope.worker ALTER pid TYPE bigint", /"pid" SET DATA TYPE/],
  ])("is told apart from a database where %s", async (_case, change, expected) => {
    await database.pool.query(change);

    expect(await diff(database.url)).toMatch(expected);
  });
});
