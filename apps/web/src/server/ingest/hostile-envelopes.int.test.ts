import { assign, defineProject, type Engine } from "@sagascope/core";
import { createApiToken, fromPg } from "@sagascope/core/postgres";
import { eventually, hostileBody, startTestEngine } from "@sagascope/core/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type WebTestDatabase } from "../testing/open-test-database.ts";
import { callerAs } from "../trpc/testing/caller-as.ts";
import { ingestEvents } from "./ingest-events.ts";
import { refusalOf } from "./serve-events.ts";

const SEED = 7;
const COUNT = 3_000;
const GOOD_EVENTS = 60;
const WAIT_MS = 1_800_000;
const NAMES = {
  types: ["shop.add", "shop.add", "shop.throw", "shop.nobody"],
  subjects: ["h-1", "h-2", "h-3", "<b>h</b>", "'; --"],
};

/** A basket that counts what it is told, whatever that is, and one event that always throws. */
const project = defineProject({
  name: "hostile",
  topics: ["commands", { name: "events", onUnknown: "ignore" }],
  routes: [
    { topic: "commands", type: "shop.add", machine: "basket", event: "ADD" },
    { topic: "commands", type: "shop.throw", machine: "basket", event: "THROW" },
  ],
  machines: [
    {
      chart: {
        id: "basket",
        version: "1",
        initial: "open",
        context: { numbers: [], last: null },
        states: { open: { on: { ADD: { actions: ["add"] }, THROW: { actions: ["throw"] } } } },
      },
      attemptsMax: 1,
      logic: {
        actions: {
          add: assign(({ context, event }) => ({
            numbers: [...context.numbers, event.payload?.number ?? 0].slice(-GOOD_EVENTS),
            last: event.payload ?? null,
          })),
          throw: assign(({ event }) => {
            throw new Error(`cannot take ${JSON.stringify(event.payload)?.slice(0, 200)}`);
          }),
        },
      },
    },
  ],
});

let database: WebTestDatabase;
let engine: Engine;
let token: string;

beforeAll(async () => {
  database = await openTestDatabase();
  engine = await startTestEngine(database, project);
  const request = { name: "till", scopes: ["ingest"], createdBy: "test" } as const;
  ({ token } = await createApiToken(fromPg(database.pool), request));
});
afterAll(async () => {
  await engine.stop();
  await database.drop();
});

/** Send a body as a client would; the status that it is answered with. */
async function send(body: Uint8Array | string): Promise<number> {
  const headers = {
    "content-type": "application/cloudevents+json",
    authorization: `Bearer ${token}`,
  };
  const request = new Request("http://x/api/events/commands", {
    method: "POST",
    headers,
    body: body as BodyInit,
  });
  try {
    await ingestEvents(fromPg(database.pool), "commands", request);
    return 202;
  } catch (error) {
    return refusalOf(error).status;
  }
}

const good = (number: number) =>
  JSON.stringify({
    specversion: "1.0",
    id: `good-${number}`,
    type: "shop.add",
    source: "/good",
    subject: "good",
    data: { number },
  });

describe("thousands of hostile envelopes through the database", () => {
  it("are each refused, handled or a dead letter, and hold up no other subject [SEC-01]", {
    timeout: 3_600_000,
  }, async () => {
    const statuses = new Map<number, number>();
    for (let index = 0; index < COUNT; index += 1) {
      const status = await send(hostileBody(SEED, index, NAMES).body);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (index % (COUNT / GOOD_EVENTS) === 0) expect(await send(good(index))).toBe(202);
    }
    expect([...statuses.keys()].filter((status) => ![202, 400, 413].includes(status))).toEqual([]);
    expect(statuses.get(202)).toBeGreaterThan(COUNT / 10);
    expect(statuses.get(400)).toBeGreaterThan(COUNT / 10);

    const { prisma } = database;
    await eventually(
      "everything to be dealt with",
      async () => (await prisma.delivery.count()) === 0,
      WAIT_MS,
    );

    // The good subject was served whole and in order, in the midst of it.
    const { snapshot } = await prisma.instance.findFirstOrThrow({ where: { subject: "good" } });
    const { context } = snapshot as unknown as { context: { numbers: readonly number[] } };
    const step = COUNT / GOOD_EVENTS;
    expect(context.numbers).toEqual(Array.from({ length: GOOD_EVENTS }, (_each, at) => at * step));

    // Whatever was taken came to an end that can be told: a receipt, or a letter. Ids that were sent twice count once.
    const { rows } = await database.pool.query<{ lost: number; letters: number }>(`
      SELECT count(DISTINCT e.id) FILTER (WHERE d.id IS NULL AND h.cause_id IS NULL)::int AS lost,
             count(DISTINCT d.id)::int AS letters
      FROM sagascope.event e
      LEFT JOIN sagascope.dead_letter d ON d.envelope_id = e.id
      LEFT JOIN sagascope.history h ON h.cause_kind = 'event' AND h.cause_id = e.id
      WHERE e.topic = 'commands'`);
    expect(rows[0]?.lost).toBe(0);
    expect(rows[0]?.letters).toBeGreaterThan(0);
  });

  it("can be read by every page of the console", { timeout: 3_600_000 }, async () => {
    const caller = callerAs("admin", database);
    const letters = await caller.deadLetters.list({ filter: { state: "all" }, limit: 100 });
    const instances = await caller.instances.list({ filter: {}, limit: 100 });
    expect(letters.rows.length).toBeGreaterThan(0);
    expect(instances.rows.length).toBeGreaterThan(0);
    for (const { id } of letters.rows.slice(0, 40)) {
      await caller.deadLetters.get({ id });
      await caller.deadLetters.history({ id });
    }
    for (const { machineId, subject } of instances.rows) {
      await caller.instances.get({ machineId, subject });
      await caller.instances.history({ machineId, subject });
      await caller.envelopes.list({ subject });
      await caller.search.all({ text: subject.slice(0, 1_000) });
    }
    await caller.deadLetters.causes({ filter: {} });
    await caller.overview.get({ range: "24h" });
    const { rows } = await database.pool.query<{ correlation_id: string }>(
      "SELECT DISTINCT correlation_id FROM sagascope.event LIMIT 40",
    );
    for (const { correlation_id: correlationId } of rows) {
      await caller.conversations.get({ correlationId });
    }
  });
});
