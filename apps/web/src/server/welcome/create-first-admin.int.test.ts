import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openTestDatabase, type WebTestDatabase } from "../testing/open-test-database.ts";
import { createFirstAdmin, FIRST_ADMIN_INVITE, isInviteOpen } from "./create-first-admin.ts";

let database: WebTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.prisma.user.deleteMany();
  await database.prisma.setting.deleteMany();
});

const admin = { token: "s3cret", name: "Ada", email: "Ada@Example.com", passwordHash: "salt:hash" };

async function invite(token = "s3cret"): Promise<void> {
  const hash = createHash("sha256").update(token).digest("hex");
  await database.prisma.setting.create({
    data: { key: FIRST_ADMIN_INVITE, value: { hash, createdAt: new Date().toISOString() } },
  });
}

describe("createFirstAdmin", () => {
  it("creates an admin who can sign in, and uses the invitation up", async () => {
    await invite();
    expect(await isInviteOpen(database.prisma)).toBe(true);
    const id = await createFirstAdmin(database.prisma, admin);

    const user = await database.prisma.user.findUnique({
      where: { id },
      include: { accounts: true },
    });
    expect(user).toMatchObject({ name: "Ada", email: "ada@example.com", role: "admin" });
    expect(user?.accounts).toMatchObject([{ providerId: "credential", password: "salt:hash" }]);
    expect(await database.prisma.setting.count()).toBe(0);
    expect(await database.prisma.audit.findFirst()).toMatchObject({
      action: "user.create_first_admin",
      actor: "ada@example.com",
      target: `user:${id}`,
    });
    expect(await isInviteOpen(database.prisma)).toBe(false);
  });

  it("lets one of two callers with the same secret win", async () => {
    await invite();
    const calls = [admin, { ...admin, email: "eve@example.com" }].map((each) =>
      createFirstAdmin(database.prisma, each),
    );
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await database.prisma.user.count()).toBe(1);
  });

  it("refuses a wrong secret and keeps the invitation", async () => {
    await invite();
    const attempt = createFirstAdmin(database.prisma, { ...admin, token: "guess" });
    await expect(attempt).rejects.toMatchObject({ code: "INVITE_REFUSED" });
    expect(await isInviteOpen(database.prisma)).toBe(true);
    expect(await database.prisma.user.count()).toBe(0);
  });

  it("refuses a right secret once a user exists", async () => {
    await invite();
    await database.prisma.user.create({ data: { id: "u", name: "Ada", email: "a@example.com" } });
    await expect(createFirstAdmin(database.prisma, admin)).rejects.toThrow("a user exists already");
  });

  it("refuses everybody while there is no invitation", async () => {
    await expect(createFirstAdmin(database.prisma, admin)).rejects.toThrow("no open invitation");
  });
});
