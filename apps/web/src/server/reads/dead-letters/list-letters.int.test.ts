import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type WebTestDatabase } from "../../testing/open-test-database.ts";
import { seedLetter } from "../../testing/seed-rows.ts";
import { callerAs } from "../../trpc/testing/caller-as.ts";
import { letterFilterSchema } from "./letter-filter.ts";
import { listCauses } from "./list-causes.ts";
import { listFacets } from "./list-facets.ts";
import { listLetters } from "./list-letters.ts";

const HOUR_MS = 3_600_000;
const now = new Date();
const ago = (ms: number) => new Date(now.getTime() - ms);

let database: WebTestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
  const { prisma } = database;
  const letter = { eventType: "mail.sent", fingerprint: "fp-mail", causeTitle: "no template" };
  for (const number of [1, 2, 3]) {
    await seedLetter(prisma, {
      id: `mail-${number}`,
      consumer: "mail",
      subject: `order-${number}`,
      ...letter,
      capturedAt: ago(30_000), // one instant: the ids have to tell them apart
      lastSeenAt: ago(30_000),
      occurrences: number,
    });
  }
  await seedLetter(prisma, {
    id: "pay-1",
    consumer: "payment",
    subject: "Order-9",
    eventType: "pay",
    reason: "corrupt",
    fingerprint: "fp-pay",
    causeTitle: "not JSON",
    capturedAt: ago(5 * HOUR_MS),
    lastSeenAt: ago(5 * HOUR_MS),
  });
  await seedLetter(prisma, {
    id: "old-1",
    consumer: "mail",
    subject: "order-1",
    ...letter,
    capturedAt: ago(50 * HOUR_MS),
    lastSeenAt: ago(50 * HOUR_MS),
    resolvedAt: ago(HOUR_MS),
    resolution: "replayed",
  });
});
afterAll(() => database.drop());

const filterOf = (filter: object = {}) => letterFilterSchema.parse(filter);
const idsOf = async (filter: object, cursor?: string, limit = 50) => {
  const page = await listLetters(database.pool, filterOf(filter), { cursor, limit });
  return { ids: page.rows.map(({ id }) => id), next: page.nextCursor };
};
const causesOf = (filter: object = {}) => listCauses(database.pool, filterOf(filter));

describe("listLetters", () => {
  it("lists open letters, the newest capture first", async () => {
    expect(await idsOf({})).toEqual({
      ids: ["mail-1", "mail-2", "mail-3", "pay-1"],
      next: undefined,
    });
  });

  it("pages through letters of one instant without a gap or a repeat", async () => {
    const first = await idsOf({}, undefined, 2);
    expect(first.ids).toEqual(["mail-1", "mail-2"]);
    expect(await idsOf({}, first.next, 2)).toEqual({ ids: ["mail-3", "pay-1"], next: undefined });
  });

  it("leaves nothing out when the letter at the page's end is resolved or deleted meanwhile", async () => {
    const { next } = await idsOf({}, undefined, 2);
    const where = { id: "mail-2" };
    await database.prisma.deadLetter.update({ where, data: { resolvedAt: now } });
    expect(await idsOf({}, next, 2)).toMatchObject({ ids: ["mail-3", "pay-1"] });
    await database.prisma.deadLetter.update({ where, data: { resolvedAt: null } });
  });

  it("refuses a cursor that no page gave", async () => {
    await expect(idsOf({}, "mail-2")).rejects.toMatchObject({ code: "OPERATION_REFUSED" });
  });

  it.each([
    [{ state: "all" }, ["mail-1", "mail-2", "mail-3", "pay-1", "old-1"]],
    [{ state: "resolved" }, ["old-1"]],
    [{ machine: "payment" }, ["pay-1"]],
    [{ reason: "corrupt" }, ["pay-1"]],
    [{ cause: "fp-mail" }, ["mail-1", "mail-2", "mail-3"]],
    [{ type: "pay" }, ["pay-1"]],
    [{ state: "all", since: "24h" }, ["mail-1", "mail-2", "mail-3", "pay-1"]],
    [{ state: "all", since: "7d", machine: "mail" }, ["mail-1", "mail-2", "mail-3", "old-1"]],
    [{ q: "ORDER-9" }, ["pay-1"]],
    [{ q: "100%_" }, []],
  ])("narrows to %j", async (filter, ids) => {
    expect((await idsOf(filter)).ids).toEqual(ids);
  });
});

describe("listCauses", () => {
  it("groups letters by cause, counts what came back, and draws the last 24 hours", async () => {
    const { causes, more } = await causesOf();

    expect(more).toBe(false);
    expect(causes).toMatchObject([
      {
        fingerprint: "fp-mail",
        title: "no template",
        letters: 3,
        open: 3,
        cameBack: 2,
        consumers: ["mail"],
        eventTypes: ["mail.sent"],
        assignee: null,
        notes: 0,
        lastNote: null,
      },
      { fingerprint: "fp-pay", letters: 1, cameBack: 0, reason: "corrupt" },
    ]);
    const [mail, pay] = causes.map(({ trend }) => trend);
    expect(mail).toHaveLength(24);
    const sum = (trend: readonly number[] = []) => trend.reduce((total, count) => total + count, 0);
    expect(sum(mail?.slice(-2))).toBe(3); // an hour may have begun since
    expect(sum(pay?.slice(-7, -4))).toBe(1);
  });

  it("tells who looks after a cause, and the last note about it", async () => {
    const { deadLetters } = callerAs("responder", database);
    await deadLetters.assign({ cause: "fp-pay", assignee: "Jonas" });
    await deadLetters.note({ cause: "fp-pay", note: "the bank answers HTML" });
    await deadLetters.note({ cause: "fp-pay", note: "fixed in v4" });

    const { causes } = await causesOf({ machine: "payment" });
    expect(causes).toMatchObject([
      { assignee: "Jonas", notes: 2, lastNote: { note: "fixed in v4" } },
    ]);
    expect(await deadLetters.care({ cause: "fp-mail" })).toMatchObject({
      assignee: null,
      subjects: 3,
      lettersLookedAt: 3,
      isPart: false,
    });
  });

  it("follows every filter but the cause itself", async () => {
    const list = async (filter: object) =>
      (await causesOf(filter)).causes.map(({ fingerprint, letters }) => [fingerprint, letters]);

    expect(await list({ cause: "fp-pay", machine: "mail" })).toEqual([["fp-mail", 3]]);
    expect(await list({ state: "all", q: "ORDER-1" })).toEqual([["fp-mail", 2]]);
    expect(await list({ state: "resolved" })).toEqual([["fp-mail", 1]]);
    expect(await list({ type: "pay" })).toEqual([["fp-pay", 1]]);
    expect(await list({ reason: "never" })).toEqual([]);
  });
});

describe("listFacets", () => {
  const facetsOf = (filter: object = {}) => listFacets(database, filterOf(filter), now);

  it("counts the letters of a filter, and of each other choice", async () => {
    expect(await facetsOf()).toEqual({
      letters: 4,
      lookedThrough: undefined,
      machines: [
        { value: "mail", letters: 3 },
        { value: "payment", letters: 1 },
      ],
      reasons: [
        { value: "max_attempts", letters: 3 },
        { value: "corrupt", letters: 1 },
      ],
      types: [
        { value: "mail.sent", letters: 3 },
        { value: "pay", letters: 1 },
      ],
      resolvedInWeek: 1,
      resolvedInWeekMax: 10_000,
    });
  });

  it("shows of what is chosen what else could have been", async () => {
    const { letters, machines, types } = await facetsOf({ machine: "payment" });
    expect(letters).toBe(1);
    expect(machines.map(({ value }) => value)).toEqual(["mail", "payment"]);
    expect(types).toEqual([{ value: "pay", letters: 1 }]);
    expect(await facetsOf({ q: "order-9" })).toMatchObject({ letters: 1 });
  });

  it("counts the same after letters moved in every way, before and after the tallies are folded", async () => {
    const { prisma, pool } = database;
    const count = async () => {
      const states = ["open", "resolved", "archived", "all"];
      return Promise.all(states.map(async (state) => (await facetsOf({ state })).letters));
    };
    await seedLetter(prisma, {
      id: "moving",
      consumer: "mover",
      subject: "m-1",
      eventType: "move",
      fingerprint: "fp-move",
    });
    expect(await count()).toEqual([5, 1, 0, 6]);
    await pool.query("SELECT sagascope.fold_letter_tallies(3)"); // a part of the changes
    const where = { id: "moving" };
    await prisma.deadLetter.update({ where, data: { resolvedAt: now } });
    expect(await count()).toEqual([4, 2, 0, 6]);
    await pool.query("SELECT sagascope.fold_letter_tallies(1000)");
    await prisma.deadLetter.update({ where, data: { archivedAt: now } });
    expect(await count()).toEqual([4, 1, 1, 5]);
    await prisma.deadLetter.update({ where, data: { capturedAt: ago(200 * HOUR_MS) } });
    await pool.query(
      "SELECT sagascope.fold_letter_tallies(1000), sagascope.roll_up_letter_tallies()",
    );
    expect(await count()).toEqual([4, 1, 1, 5]);
    await prisma.deadLetter.delete({ where });
    expect(await count()).toEqual([4, 1, 0, 5]);
    await pool.query("SELECT sagascope.fold_letter_tallies(1000)");
    expect(await count()).toEqual([4, 1, 0, 5]);
  });
});
