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

    const server = `${url.hostname}:${url.port || 5432}`;
    await expect(checkDatabase(url.href)).rejects.toThrow(
      `database '${server}/nowhere' cannot be reached: database "nowhere" does not exist`,
    );
  });

  it("names the usual port where the URL has none, and no password [RED-09]", async () => {
    const failure = checkDatabase("postgresql://ada:hunter2@nowhere.invalid/shop");

    await expect(failure).rejects.toThrow("database 'nowhere.invalid:5432/shop' cannot be reached");
    await expect(failure).rejects.not.toThrow("hunter2");
  });
});
