import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { Actor } from "../access/actor.ts";
import { createKnownActors } from "../auth/known-actors.ts";
import { openTestDatabase, type WebTestDatabase } from "../testing/open-test-database.ts";
import { actorAs, callerAs } from "../trpc/testing/caller-as.ts";

const PEOPLE = Array.from({ length: 40 }, (_person, at) => `person-${at}`);
const HOUR_MS = 3_600_000;
/** One statement a second at most, whatever the number of streams. */
const SECOND_MS = 1_000;

let database: WebTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  for (const id of PEOPLE) {
    await database.prisma.user.create({
      data: { id, name: id, email: `${id}@example.com`, role: "viewer" },
    });
    const expiresAt = new Date(Date.now() + HOUR_MS);
    await database.prisma.session.create({ data: { id, token: id, userId: id, expiresAt } });
  }
});
afterAll(() => database.drop());

it("the live stream of a session that was ended ends, and no other; asking costs one statement for all", async () => {
  const { prisma } = database;
  const $queryRaw = vi.fn(prisma.$queryRaw.bind(prisma));
  const actors = createKnownActors({ $queryRaw } as never);
  const find = vi.fn(async (id: string): Promise<Actor | undefined> => {
    const session = await prisma.session.findUnique({ where: { id } });
    return session === null ? undefined : { ...actorAs("viewer"), id, sessionId: id };
  });
  const ended: string[] = [];
  const streams = await Promise.all(
    PEOPLE.map(async (id) => {
      const headers = new Headers({ cookie: `better-auth.session_token=${id}.signature` });
      const findActor = () => actors.of(headers, () => find(id));
      const actor = await findActor();
      const hints = await callerAs("viewer", { ...database, actor, findActor }).live.changes({
        filter: { deadLetters: true },
      });
      return { id, hints: hints[Symbol.asyncIterator]() };
    }),
  );
  const reading = streams.map(async ({ id, hints }) => {
    while (!(await hints.next()).done);
    ended.push(id);
  });
  find.mockClear();
  $queryRaw.mockClear();
  const startedMs = performance.now();

  await prisma.session.delete({ where: { id: "person-7" } });
  await reading[7];
  expect(ended).toEqual(["person-7"]);
  expect(new Set(find.mock.calls.flat())).toEqual(new Set(["person-7"]));
  // The first look of those who are not remembered is one more.
  const seconds = (performance.now() - startedMs) / SECOND_MS;
  expect($queryRaw.mock.calls.length).toBeLessThanOrEqual(Math.ceil(seconds) + 2);

  await prisma.session.deleteMany();
  await Promise.all(reading);
});
