import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type WebTestDatabase } from "../testing/open-test-database.ts";
import { seedChart, seedInstance, seedLetter } from "../testing/seed-rows.ts";
import { actorAs, callerAs } from "../trpc/testing/caller-as.ts";

let database: WebTestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
  const { prisma } = database;
  for (const id of ["ada", "bob"]) {
    await prisma.user.create({ data: { id, name: id, email: `${id}@example.com` } });
  }
  const chart = { id: "fulfil", initial: "idle", states: { idle: {} } };
  const chartId = await seedChart(prisma, { machineId: "fulfil", chart });
  for (let at = 1; at <= 60; at += 1) {
    await seedInstance(prisma, { machineId: "fulfil", subject: `a/${at}`, chartId });
  }
  await seedLetter(prisma, {
    id: "l-1",
    consumer: "mail",
    subject: "a/1",
    eventType: "mail.asked",
  });
});
afterAll(() => database.drop());

const as = (id: string) => callerAs("viewer", { ...database, actor: { ...actorAs("viewer"), id } });

describe("remembered places", () => {
  it("are a person's own: pinned ones first, then where they were last", async () => {
    const { places } = as("ada");
    await places.visit({ kind: "instance", place: "fulfil/a/1" });
    await places.visit({ kind: "letter", place: "l-1" });
    await places.visit({ kind: "conversation", place: "c-1" });
    await places.visit({ kind: "instance", place: "fulfil/a/2" });
    await places.pin({ kind: "instance", place: "fulfil/a/1", pinned: true });
    expect(await places.list()).toMatchObject([
      { title: "a/1", pinned: true, href: "/instances/fulfil/a%2F1", phase: "running" },
      { title: "a/2", pinned: false },
      { kind: "conversation", title: "c-1", href: "/conversations/c-1" },
      { kind: "letter", subtitle: "a/1, mail.asked", href: "/dead-letters/l-1" },
    ]);
    expect(await as("bob").places.list()).toEqual([]);
    await places.pin({ kind: "instance", place: "fulfil/a/1", pinned: false });
    expect((await places.list()).filter(({ pinned }) => pinned)).toEqual([]);
  });

  it("that are gone are left out, and of many only the newest are kept", async () => {
    const { places } = as("bob");
    await places.visit({ kind: "instance", place: "fulfil/nobody" });
    await places.pin({ kind: "instance", place: "fulfil/a/60", pinned: true });
    for (let at = 1; at <= 55; at += 1) {
      await places.visit({ kind: "instance", place: `fulfil/a/${at}` });
    }
    expect((await places.list()).map(({ title }) => title).slice(0, 3)).toEqual([
      "a/60",
      "a/55",
      "a/54",
    ]);
    expect(await database.prisma.rememberedPlace.count({ where: { userId: "bob" } })).toBe(51);
  });

  it("of an API token are none", async () => {
    const { places } = as("a token's id");
    await places.visit({ kind: "instance", place: "fulfil/a/1" });
    expect(await places.list()).toEqual([]);
  });
});
