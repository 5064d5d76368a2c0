import { createTestDatabase, type TestDatabase } from "@sagascope/core/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { main } from "../main.ts";

describe("sagascope migrate", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase({ migrated: false });
  });
  afterAll(() => database.drop());

  it("applies what is missing and says what that was", async () => {
    const [first] = (await migrate(database.url)).stdout;
    expect(JSON.parse(first ?? "").applied).toContain("20261129220000_first_tables");

    expect(await migrate(database.url)).toEqual({
      code: 0,
      stdout: ['{"applied":[]}'],
      stderr: [],
    });
  });

  it("says how to name a database where there is none", async () => {
    const { code, stderr } = await migrate(undefined);

    expect(code).toBe(2);
    expect(stderr.join()).toContain("no database: set DATABASE_URL, or start Sagascope first");
  });
});

async function migrate(databaseUrl: string | undefined) {
  const stdout: string[] = [];
  const stderr: string[] = [];
  const code = await main({
    argv: ["migrate", "--json"],
    variables: { DATABASE_URL: databaseUrl },
    cwd: "/nowhere",
    signal: new AbortController().signal,
    print: (line) => stdout.push(line),
    warn: (line) => stderr.push(line),
  });
  return { code, stdout, stderr };
}
