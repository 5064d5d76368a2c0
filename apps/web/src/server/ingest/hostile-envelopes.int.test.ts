import type { Engine } from "@sagascope/core";
import { createApiToken, fromPg } from "@sagascope/core/postgres";
import {
  eventually,
  type HostileRequest,
  hostileRequest,
  startTestEngine,
} from "@sagascope/core/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { requestWith } from "../testing/hostile-flow.ts";
import { HOSTILE_NAMES, hostileProject, NUMBERS_KEPT } from "../testing/hostile-project.ts";
import { travelled } from "../testing/hostile-reads.ts";
import { openTestDatabase, type WebTestDatabase } from "../testing/open-test-database.ts";
import { callerAs } from "../trpc/testing/caller-as.ts";
import { ingestEvents } from "./ingest-events.ts";
import { refusalOf } from "./serve-events.ts";

const SEED = 7;
const COUNT = 40_000;
const AT_ONCE = 20; // requests, as many senders would have under way
const WAIT_MS = 1_800_000;

let database: WebTestDatabase;
let engine: Engine | undefined;
let token: string;

beforeAll(async () => {
  database = await openTestDatabase();
  const request = { name: "till", scopes: ["ingest"], createdBy: "test" } as const;
  ({ token } = await createApiToken(fromPg(database.pool), request));
});
afterAll(async () => {
  await engine?.stop();
  await database.drop();
});

/** The status that a request is answered with. */
async function send(request: HostileRequest): Promise<number> {
  try {
    await ingestEvents(fromPg(database.pool), "commands", requestWith(request, token));
    return 202;
  } catch (error) {
    return refusalOf(error).status;
  }
}

function good(subject: string, number: number): HostileRequest {
  const event = {
    specversion: "1.0",
    id: `${subject}-${number}`,
    type: "shop.add",
    source: "/good",
    subject,
    data: { number },
  };
  const headers = { "content-type": "application/cloudevents+json" };
  const body = new TextEncoder().encode(JSON.stringify(event));
  return { index: number, kind: "structured", headers, body };
}

/** Run something of each, some at once, in order of their beginning. */
async function forEach<Item>(
  items: readonly Item[],
  run: (item: Item) => Promise<void>,
): Promise<void> {
  for (let at = 0; at < items.length; at += AT_ONCE) {
    await Promise.all(items.slice(at, at + AT_ONCE).map(run));
  }
}

/** Steps of the project in the order in which their transactions began: one worker has one under way after the other. */
async function stepsInOrder(): Promise<readonly string[]> {
  const { rows } = await database.pool.query<{ subject: string }>(
    "SELECT subject FROM sagascope.history ORDER BY xmin::text::bigint, subject, revision",
  );
  return rows.map(({ subject }) => subject);
}

describe("tens of thousands of hostile requests through the database", () => {
  it("are each refused, handled or a dead letter [SEC-01]", { timeout: 3_600_000 }, async () => {
    // What is to be done waits before anybody does it: in the midst of it a good subject, behind all of it another.
    engine = await startTestEngine(database, hostileProject);
    await engine.stop();
    const statuses = new Map<number, number>();
    const every = COUNT / NUMBERS_KEPT;
    const midst = Array.from({ length: NUMBERS_KEPT }, (_each, at) => Math.round(at * every));
    const indexes = Array.from({ length: COUNT }, (_each, index) => index);
    for (const [at, from] of midst.entries()) {
      await forEach(indexes.slice(from, midst[at + 1]), async (index) => {
        const status = await send(hostileRequest(SEED, index, HOSTILE_NAMES));
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      });
      expect(await send(good("good", at))).toBe(202);
    }
    for (let at = 0; at < NUMBERS_KEPT; at += 1) expect(await send(good("late", at))).toBe(202);
    expect([...statuses.keys()].sort()).toEqual([202, 400, 413, 415]);
    expect(statuses.get(202)).toBeGreaterThan(COUNT / 10);
    expect(statuses.get(400)).toBeGreaterThan(COUNT / 10);

    engine = await startTestEngine(database, hostileProject);
    const { prisma } = database;
    await eventually(
      "everything to be dealt with",
      async () => (await prisma.delivery.count()) === 0,
      WAIT_MS,
    );

    // Whatever was taken came to an end that can be told: a receipt, or a letter. Ids that were sent twice count once.
    const { rows } = await database.pool.query<{ lost: number; letters: number }>(`
      SELECT count(DISTINCT e.id) FILTER (WHERE d.id IS NULL AND h.cause_id IS NULL)::int AS lost,
             count(DISTINCT d.id)::int AS letters
      FROM sagascope.event e
      LEFT JOIN sagascope.dead_letter d ON d.envelope_id = e.id
      LEFT JOIN sagascope.history h ON h.cause_kind = 'event' AND h.cause_id = e.id
      WHERE e.topic = 'commands'`);
    expect(rows[0]?.lost).toBe(0);
    expect(rows[0]?.letters).toBeGreaterThan(COUNT / 50);
  });

  it.each(["good", "late"])(
    "hold up no other subject: %s is served whole, in order, and long before them",
    async (subject) => {
      const { snapshot } = await database.prisma.instance.findFirstOrThrow({ where: { subject } });
      const { context } = snapshot as unknown as { context: { numbers: readonly number[] } };
      expect(context.numbers).toEqual(Array.from({ length: NUMBERS_KEPT }, (_each, at) => at));

      // By what was committed before and after, not by time: where it had to wait for them, they would all stand before its last step.
      // Lanes take turns, so that it ends when each of theirs has come about as far as its own does.
      const steps = await stepsInOrder();
      const last = steps.lastIndexOf(subject);
      for (const hostile of HOSTILE_NAMES.subjects) {
        const all = steps.filter((each) => each === hostile).length;
        const before = steps.slice(0, last).filter((each) => each === hostile).length;
        expect(all, hostile).toBeGreaterThan(2 * NUMBERS_KEPT);
        expect(before, `${hostile}: of ${all}`).toBeLessThan(all / 2);
      }
    },
  );

  it("can be read whole in the console: every letter, event and instance", {
    timeout: 3_600_000,
  }, async () => {
    const caller = callerAs("admin", database);
    const { pool, prisma } = database;
    const letters = await prisma.deadLetter.findMany({ select: { id: true } });
    await forEach(letters, async ({ id }) => {
      expect(travelled(await caller.deadLetters.get({ id })).id).toBe(id);
    });
    await forEach(
      letters.slice(0, 100),
      async ({ id }) => void (await caller.deadLetters.history({ id })),
    );
    const events = await prisma.event.findMany({ select: { id: true }, distinct: ["id"] });
    await forEach(events, async ({ id }) => {
      expect(travelled(await caller.envelopes.get({ id })).id).toBe(id);
    });
    const instances = await prisma.instance.findMany({
      select: { machineId: true, subject: true },
    });
    await forEach(instances, async ({ machineId, subject }) => {
      expect(travelled(await caller.instances.get({ machineId, subject })).subject).toBe(subject);
      travelled(await caller.instances.history({ machineId, subject }));
      await caller.envelopes.list({ subject });
      await caller.search.all({ text: subject.slice(0, 1_000) });
    });
    const page = { filter: { state: "all" }, limit: 100 } as const;
    let cursor: string | undefined;
    let listed = 0;
    do {
      const { rows, nextCursor } = await caller.deadLetters.list({ ...page, cursor });
      listed += rows.length;
      cursor = nextCursor;
    } while (cursor !== undefined);
    expect(listed).toBe(letters.length);
    await caller.deadLetters.causes({ filter: {} });
    await caller.overview.get({ range: "24h" });
    const { rows } = await pool.query<{ correlation_id: string }>(
      "SELECT DISTINCT correlation_id FROM sagascope.event LIMIT 200",
    );
    await forEach(
      rows,
      async ({ correlation_id: correlationId }) =>
        void (await caller.conversations.get({ correlationId })),
    );
  });
});
