import { createTestDatabase, type TestDatabase } from "@sagascope/core/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkDatabase } from "./check-database.ts";

describe("checkDatabase", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it("is content with a database that answers", async () => {
    await checkDatabase(database.url);
  });

  it("says in one line, without the password, that there is no such database", async () => {
    const url = new URL(database.url);
    url.pathname = "/nowhere";

    await expect(checkDatabase(url.href)).rejects.toThrow(
      `database '${url.host}/nowhere' cannot be reached: database "nowhere" does not exist`,
    );
  });
});
