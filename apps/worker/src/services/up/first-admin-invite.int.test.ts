import { createHash } from "node:crypto";
import { createTestDatabase, type TestDatabase } from "@sagascope/core/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFirstAdminInvite } from "./first-admin-invite.ts";

describe("createFirstAdminInvite", () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  const storedHashes = async () => {
    const { rows } = await database.pool.query(
      "SELECT value->>'hash' AS hash FROM sagascope.setting WHERE key = 'first_admin_invite'",
    );
    return rows.map((row) => row.hash);
  };

  it("stores the hash of the newest invite, never the invite", async () => {
    const first = await createFirstAdminInvite(database.pool);
    const second = await createFirstAdminInvite(database.pool);

    expect(second).not.toBe(first);
    expect(await storedHashes()).toEqual([createHash("sha256").update(`${second}`).digest("hex")]);
  });

  it("invites nobody once there is a user", async () => {
    await database.pool.query(
      `INSERT INTO sagascope."user" (id, name, email) VALUES ('1', 'Ada', 'ada@example.com')`,
    );

    expect(await createFirstAdminInvite(database.pool)).toBeUndefined();
    expect(await storedHashes()).toEqual([]);
  });
});
