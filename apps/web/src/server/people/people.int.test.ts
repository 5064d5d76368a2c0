import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findRole } from "../access/find-role.ts";
import { openTestDatabase, type WebTestDatabase } from "../testing/open-test-database.ts";
import { actorAs, callerAs } from "../trpc/testing/caller-as.ts";
import { endSessions, listSessions } from "./account.ts";
import { changeUser } from "./change-user.ts";
import { acceptLink, findLink, inviteUser, resetPassword } from "./invitations.ts";
import { listUsers } from "./list-users.ts";
import { removeRole, saveRole } from "./roles.ts";

const ADA = actorAs("admin");
const HASH = "a hash";

let database: WebTestDatabase;
let count = 0;

beforeAll(async () => {
  database = await openTestDatabase();
  await addAdmin(ADA.id, ADA.email);
});
afterAll(() => database.drop());

async function addAdmin(id: string, email: string): Promise<void> {
  await database.prisma.user.create({
    data: {
      id,
      name: "Ada",
      email,
      role: "admin",
      accounts: {
        create: { id: `a-${id}`, accountId: id, providerId: "credential", password: HASH },
      },
    },
  });
}

async function invited(role = "viewer") {
  count += 1;
  const email = `person-${count}@example.com`;
  const link = await inviteUser(database.prisma, ADA, { name: "Per Son", email, role });
  return { ...link, email };
}

const auditOf = (target: string) =>
  database.prisma.audit.findMany({ where: { target }, orderBy: { seq: "asc" } });

describe("an invitation", () => {
  it("gives a password to whom it is for, once, and stands in the audit without its secret", async () => {
    const { prisma } = database;
    const { token, userId, email } = await invited("responder");
    expect(await findLink(prisma, token)).toEqual({ kind: "invitation", name: "Per Son", email });
    expect(await acceptLink(prisma, { token, passwordHash: HASH })).toEqual({ email });
    await expect(acceptLink(prisma, { token, passwordHash: "other" })).rejects.toThrow("not valid");
    expect(await findLink(prisma, token)).toBeUndefined();
    const account = await prisma.account.findFirstOrThrow({ where: { userId } });
    expect(account).toMatchObject({ providerId: "credential", password: HASH });
    const entries = await auditOf(`user:${userId}`);
    expect(entries.map(({ action }) => action)).toEqual(["user.invite", "user.accept_invitation"]);
    expect(JSON.stringify(entries, (_k, v) => (typeof v === "bigint" ? `${v}` : v))).not.toContain(
      token,
    );
    expect(JSON.stringify(await prisma.verification.findMany())).not.toContain(token);
  });

  it("is used by one of twenty who try at once", async () => {
    const { token } = await invited();
    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, () => acceptLink(database.prisma, { token, passwordHash: HASH })),
    );
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  it("is refused once it is too old, is replaced, or its owner is disabled", async () => {
    const { prisma } = database;
    const old = await invited();
    await prisma.verification.updateMany({
      where: { value: { contains: old.userId } },
      data: { expiresAt: new Date(0) },
    });
    const replaced = await invited();
    await resetPassword(prisma, ADA, replaced.userId);
    const disabled = await invited();
    await changeUser(prisma, ADA, disabled.userId, { kind: "disable" });
    for (const { token } of [old, replaced, disabled]) {
      expect(await findLink(prisma, token)).toBeUndefined();
      await expect(acceptLink(prisma, { token, passwordHash: HASH })).rejects.toThrow("not valid");
    }
  });

  it("is refused for an address that somebody has, and for a role that nobody made", async () => {
    const { email } = await invited();
    const person = { name: "X", email: email.toUpperCase(), role: "viewer" };
    await expect(inviteUser(database.prisma, ADA, person)).rejects.toThrow("exists already");
    const other = { name: "X", email: "x@example.com", role: "emperor" };
    await expect(inviteUser(database.prisma, ADA, other)).rejects.toThrow("no role 'emperor'");
  });
});

describe("a reset by an admin", () => {
  it("ends every session once the new password is set, and not before", async () => {
    const { prisma } = database;
    const { token, userId } = await invited();
    await acceptLink(prisma, { token, passwordHash: HASH });
    const session = { expiresAt: new Date(Date.now() + 1e6), userId };
    await prisma.session.create({ data: { id: `s-${userId}`, token: `t-${userId}`, ...session } });
    const reset = await resetPassword(prisma, ADA, userId);
    expect(await prisma.session.count({ where: { userId } })).toBe(1);
    await acceptLink(prisma, { token: reset.token, passwordHash: "new" });
    expect(await prisma.session.count({ where: { userId } })).toBe(0);
    expect(await prisma.account.findFirst({ where: { userId } })).toMatchObject({
      password: "new",
    });
  });
});

describe("who may administer", () => {
  it("cannot be taken from the last one, by two who do it to each other at once either", async () => {
    const { prisma } = database;
    await addAdmin("bo", "bo@example.com");
    const bo = { ...ADA, id: "bo", email: "bo@example.com" };
    const outcomes = await Promise.allSettled([
      changeUser(prisma, ADA, "bo", { kind: "role", role: "viewer" }),
      changeUser(prisma, bo, ADA.id, { kind: "disable" }),
    ]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await prisma.user.update({ where: { id: ADA.id }, data: { banned: false, role: "admin" } });
    await prisma.user.delete({ where: { id: "bo" } });
  });

  it("cannot change their own role or shut themselves out", async () => {
    for (const change of [{ kind: "role", role: "viewer" }, { kind: "disable" }] as const) {
      await expect(changeUser(database.prisma, ADA, ADA.id, change)).rejects.toThrow();
    }
  });

  it("ends the sessions of whom they disable, in the same step", async () => {
    const { prisma } = database;
    const { userId } = await invited();
    const session = { expiresAt: new Date(Date.now() + 1e6), userId };
    await prisma.session.create({ data: { id: `s-${userId}`, token: `t-${userId}`, ...session } });
    await changeUser(prisma, ADA, userId, { kind: "disable" });
    expect(await prisma.session.count({ where: { userId } })).toBe(0);
    const { users } = await listUsers(prisma);
    expect(users.find(({ id }) => id === userId)).toMatchObject({ state: "disabled" });
  });
});

describe("a role of one's own", () => {
  const clerk = {
    name: "clerk",
    description: "",
    permissions: ["dryRun"] as const,
    machines: ["parcel"],
  };

  it("lets its people do what it names, and look, at its machines only", async () => {
    const { prisma } = database;
    await saveRole(prisma, ADA, { ...clerk, permissions: ["dryRun"] });
    expect(await findRole(prisma, "clerk")).toEqual({
      role: "clerk",
      permissions: ["view", "dryRun"],
      machines: ["parcel"],
    });
  });

  it("lets nobody do anything once it is gone, and is not removed while somebody has it", async () => {
    const { prisma } = database;
    await saveRole(prisma, ADA, { ...clerk, name: "guest", permissions: ["view"] });
    const { userId } = await invited("guest");
    await expect(removeRole(prisma, ADA, "guest")).rejects.toThrow("still have the role");
    await changeUser(prisma, ADA, userId, { kind: "role", role: "viewer" });
    await removeRole(prisma, ADA, "guest");
    expect(await findRole(prisma, "guest")).toBeUndefined();
  });

  it("cannot administer and be limited at once", async () => {
    const role = { ...clerk, permissions: ["administer" as const] };
    await expect(saveRole(database.prisma, ADA, role)).rejects.toThrow("cannot be limited");
  });

  it("keeps words of the database that are no permissions of this version from counting", async () => {
    await database.prisma.role.create({
      data: { name: "odd", permissions: ["view", "fly", "constructor"], createdBy: "x" },
    });
    expect((await findRole(database.prisma, "odd"))?.permissions).toEqual(["view"]);
  });
});

describe("sessions of one's own", () => {
  it("are ended one by one, and nobody ends another person's", async () => {
    const { prisma } = database;
    const [own, other] = [await invited(), await invited()];
    const actorOf = ({ userId, email }: typeof own) => ({
      ...actorAs("viewer"),
      id: userId,
      email,
    });
    for (const { userId } of [own, other]) {
      for (const at of ["desk", "phone"]) {
        const row = { id: `${at}-${userId}`, token: `t-${at}-${userId}`, userId };
        await prisma.session.create({ data: { ...row, expiresAt: new Date(Date.now() + 1e6) } });
      }
    }
    const theirs = { id: `desk-${other.userId}` };
    await expect(endSessions(prisma, actorOf(own), theirs)).rejects.toThrow("session");
    expect(await listSessions(prisma, actorOf(other))).toHaveLength(2);
    const ask = callerAs("viewer", { prisma, actor: actorOf(own) });
    await expect(ask.account.endSession(theirs)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await ask.account.endSession({ id: `desk-${own.userId}` })).toBe(1);
    expect((await listSessions(prisma, actorOf(own))).map(({ id }) => id)).toEqual([
      `phone-${own.userId}`,
    ]);
    expect(await listSessions(prisma, actorOf(other))).toHaveLength(2);
    expect((await auditOf(`user:${own.userId}`)).at(-1)).toMatchObject({
      action: "user.end_sessions",
    });
    expect((await auditOf(`user:${other.userId}`)).map(({ action }) => action)).toEqual([
      "user.invite",
    ]);
  });
});
