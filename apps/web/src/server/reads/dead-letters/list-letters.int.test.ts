import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type WebTestDatabase } from "../../testing/open-test-database.ts";
import { seedLetter } from "../../testing/seed-rows.ts";
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
  const page = await listLetters(database.prisma, filterOf(filter), { cursor, limit });
  return { ids: page.rows.map(({ id }) => id), next: page.nextCursor, count: page.count };
};

describe("listLetters", () => {
  it("lists open letters, the newest capture first", async () => {
    expect(await idsOf({})).toEqual({
      ids: ["mail-1", "mail-2", "mail-3", "pay-1"],
      next: undefined,
      count: 4,
    });
  });

  it("pages through letters of one instant without a gap or a repeat", async () => {
    const first = await idsOf({}, undefined, 2);
    expect(first).toMatchObject({ ids: ["mail-1", "mail-2"], next: "mail-2", count: 4 });
    expect(await idsOf({}, first.next, 2)).toEqual({
      ids: ["mail-3", "pay-1"],
      next: undefined,
      count: 4,
    });
  });

  it("leaves nothing out when the letter at the page's end was resolved meanwhile", async () => {
    expect(await idsOf({ state: "resolved" }, "mail-2")).toMatchObject({ ids: ["old-1"] });
    await database.prisma.deadLetter.update({
      where: { id: "mail-2" },
      data: { resolvedAt: now },
    });
    expect(await idsOf({}, "mail-2", 2)).toMatchObject({ ids: ["mail-3", "pay-1"] });
    await database.prisma.deadLetter.update({
      where: { id: "mail-2" },
      data: { resolvedAt: null },
    });
  });

  it.each([
    [{ state: "all" }, ["mail-1", "mail-2", "mail-3", "pay-1", "old-1"]],
    [{ state: "resolved" }, ["old-1"]],
    [{ machine: "payment" }, ["pay-1"]],
    [{ reason: "corrupt" }, ["pay-1"]],
    [{ cause: "fp-mail" }, ["mail-1", "mail-2", "mail-3"]],
    [{ q: "ORDER-9" }, ["pay-1"]],
    [{ q: "100%_" }, []],
  ])("narrows to %j", async (filter, ids) => {
    expect((await idsOf(filter)).ids).toEqual(ids);
  });
});

describe("listCauses", () => {
  it("groups letters by cause, counts what came back, and draws the last 24 hours", async () => {
    const { causes, more } = await listCauses(database.prisma, filterOf());

    expect(more).toBe(false);
    expect(causes).toMatchObject([
      {
        fingerprint: "fp-mail",
        title: "no template",
        count: 3,
        subjects: 3,
        cameBack: 2,
        machines: ["mail"],
      },
      { fingerprint: "fp-pay", count: 1, cameBack: 0, reason: "corrupt" },
    ]);
    expect(causes[0]?.trend).toHaveLength(24);
    expect(causes[0]?.trend.at(-1)).toBe(3);
    expect(causes[1]?.trend.at(-6)).toBe(1);
  });

  it("follows every filter but the cause itself", async () => {
    const list = async (filter: object) =>
      (await listCauses(database.prisma, filterOf(filter))).causes.map(({ fingerprint, count }) => [
        fingerprint,
        count,
      ]);

    expect(await list({ cause: "fp-pay", machine: "mail" })).toEqual([["fp-mail", 3]]);
    expect(await list({ state: "all", q: "ORDER-1" })).toEqual([["fp-mail", 2]]);
    expect(await list({ state: "resolved" })).toEqual([["fp-mail", 1]]);
    expect(await list({ reason: "never" })).toEqual([]);
  });
});

describe("listFacets", () => {
  it("names the machines and reasons there are letters of", async () => {
    expect(await listFacets(database.prisma, now)).toEqual({
      machines: ["mail", "payment"],
      reasons: ["corrupt", "max_attempts"],
      resolvedInWeek: 1,
    });
  });
});
