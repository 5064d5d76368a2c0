import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { openTestDatabase, type WebTestDatabase } from "../testing/open-test-database.ts";
import { actorAs } from "../trpc/testing/caller-as.ts";
import { createKnownActors } from "./known-actors.ts";

const PEOPLE = Array.from({ length: 20 }, (_, at) => `person-${at}`);
const HOUR_MS = 3_600_000;

let database: WebTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

beforeEach(async () => {
  const { prisma } = database;
  await prisma.user.deleteMany();
  await prisma.role.deleteMany();
  await prisma.role.create({
    data: { name: "night-watch", permissions: ["view"], createdBy: "person-0" },
  });
  for (const id of PEOPLE) {
    const expiresAt = new Date(Date.now() + HOUR_MS);
    await prisma.user.create({
      data: {
        id,
        name: id,
        email: `${id}@example.com`,
        role: id === "person-1" ? "night-watch" : "viewer",
      },
    });
    await prisma.session.create({ data: { id, token: id, userId: id, expiresAt } });
  }
});

/** What a page of this person asks again and again, by a clock that the test moves. */
function openPages() {
  let now = 0;
  const $queryRaw = vi.fn(database.prisma.$queryRaw.bind(database.prisma));
  const actors = createKnownActors({ $queryRaw } as never, () => now);
  const find = vi.fn(async (id: string) => ({ ...actorAs("viewer"), id, sessionId: id }));
  const show = (cookie: string, id: string) => actors.of(new Headers({ cookie }), () => find(id));
  const ask = (id: string) => show(`better-auth.session_token=${id}.signature`, id);
  return { $queryRaw, find, ask, show, pass: (ms: number) => (now += ms) };
}

describe("createKnownActors", () => {
  it.each([
    "better-auth.session_token=person-2.signature; better-auth.session_token=person-3.signature",
    "better-auth.session_token=person-2.signature; __Secure-better-auth.session_token=person-3.signature",
  ])("remembers nobody by a cookie that was put beside theirs: %s", async (cookie) => {
    const { ask, show } = openPages();
    expect((await show(cookie, "person-2"))?.id).toBe("person-2"); // as the sign-in reads it
    expect((await ask("person-3"))?.id).toBe("person-3");
    expect((await show(cookie, "person-2"))?.id).toBe("person-2");
  });

  it("remembers nobody by a cookie of another session than the person was found by", async () => {
    const { find, show } = openPages();
    const cookie = "better-auth.session_token=person-4.signature";
    await show(cookie, "person-5");
    expect((await show(cookie, "person-4"))?.id).toBe("person-4");
    expect(find).toHaveBeenCalledTimes(2);
  });

  it("asks one statement about everyone, however many pages ask how often", async () => {
    const { $queryRaw, find, ask, pass } = openPages();
    await Promise.all(PEOPLE.map(ask));
    expect(find).toHaveBeenCalledTimes(PEOPLE.length);
    $queryRaw.mockClear();
    for (let second = 0; second < 3; second += 1) {
      pass(1_000);
      for (let again = 0; again < 5; again += 1) {
        const actors = await Promise.all(PEOPLE.map(ask));
        expect(actors.map((actor) => actor?.id)).toEqual(PEOPLE);
      }
    }
    expect($queryRaw).toHaveBeenCalledTimes(3);
    expect(find).toHaveBeenCalledTimes(PEOPLE.length);
  });

  it.each([
    [
      "a session that was ended",
      () => database.prisma.session.delete({ where: { id: "person-1" } }),
    ],
    [
      "a session that ran out",
      () =>
        database.prisma.session.update({
          where: { id: "person-1" },
          data: { expiresAt: new Date(0) },
        }),
    ],
    [
      "a role that was changed",
      () => database.prisma.user.update({ where: { id: "person-1" }, data: { role: "admin" } }),
    ],
    [
      "an account that was locked",
      () => database.prisma.user.update({ where: { id: "person-1" }, data: { banned: true } }),
    ],
    [
      "a second factor that was set up",
      () =>
        database.prisma.user.update({
          where: { id: "person-1" },
          data: { twoFactorEnabled: true },
        }),
    ],
    [
      "a role of one's own that means something else now",
      () =>
        database.prisma.role.update({
          where: { name: "night-watch" },
          data: { machines: ["order"] },
        }),
    ],
  ])("asks anew after a second about %s, and about nobody else", async (_what, change) => {
    const { find, ask, pass } = openPages();
    await Promise.all(PEOPLE.map(ask));
    find.mockClear();
    await change();
    pass(1_000);
    await Promise.all(PEOPLE.map(ask));
    expect(find.mock.calls).toEqual([["person-1"]]);
  });

  it("remembers nobody who was not let in, and nobody without a cookie", async () => {
    const { find, ask } = openPages();
    find.mockResolvedValue(undefined as never);
    expect(await ask("person-1")).toBeUndefined();
    expect(await ask("person-1")).toBeUndefined();
    expect(await ask("nobody")).toBeUndefined();
    expect(find).toHaveBeenCalledTimes(3);
  });

  it("does not take a cookie for another with the same token", async () => {
    const { find, ask } = openPages();
    await ask("person-1");
    await ask("person-1.forged");
    expect(find.mock.calls).toEqual([["person-1"], ["person-1.forged"]]);
  });

  it("passes on that the database is away, and lets nobody in meanwhile", async () => {
    const { $queryRaw, ask, pass } = openPages();
    await ask("person-1");
    $queryRaw.mockRejectedValueOnce(new Error("away"));
    pass(1_000);
    await expect(ask("person-1")).rejects.toThrow("away");
    expect(await ask("person-1")).toMatchObject({ id: "person-1" });
  });
});
