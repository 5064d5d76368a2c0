import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createEnvelope } from "../envelope/create-envelope.ts";
import { createFeedRunner, type FeedRunner } from "../feeds/feed-runner.ts";
import { silentLogger } from "../kernel/logger.ts";
import { defineProject } from "../projects/define-project.ts";
import { sagaBuilder } from "../sagas/saga-builder.ts";
import { type EnginePools, openEnginePools } from "../stores/postgres/engine-pools.ts";
import { postgresFeedStores } from "../stores/postgres/feeds/postgres-feed-stores.ts";
import { publishEvents } from "../stores/postgres/outbox/publish-events.ts";
import { postgresEngineStores } from "../stores/postgres/postgres-engine-stores.ts";
import { registerProject } from "../stores/postgres/projects/register-project.ts";
import { fromPg, fromPgPool } from "../stores/postgres/sql.ts";
import { type CountingPool, type Exchange, makeCountingPool } from "../testing/counting-pool.ts";
import { type CountingSql, countingSql } from "../testing/counting-sql.ts";
import { eventually } from "../testing/eventually.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { createOnceRunner, type OnceRunner } from "./run-once.ts";

const SUBJECTS = 100;

const saga = sagaBuilder("fulfil", { startEvent: "START" })
  .step("reserve", { invoke: "reserve", compensate: "release" })
  .step("charge", { invoke: "charge", compensate: "refund" })
  .step("ship", { invoke: "ship" });

const project = defineProject({
  name: "counted",
  topics: ["commands", { name: "events", onUnknown: "ignore" }],
  routes: [
    { topic: "commands", type: "xsm.fulfil.START", machine: "fulfil" },
    { topic: "commands", type: "add", machine: "counter", event: "ADD" },
  ],
  relays: [{ name: "copy", topic: "events", types: ["counted"], publish: async () => undefined }],
  feeds: [{ name: "told", topic: "events", sink: async () => undefined }],
  machines: [
    {
      chart: saga.build(),
      logic: {
        ...saga.logic(),
        services: Object.fromEntries(
          ["reserve", "release", "charge", "refund", "ship"].map((name) => [
            name,
            async () => ({ name }),
          ]),
        ),
      },
    },
    {
      chart: {
        id: "counter",
        initial: "open",
        states: { open: { on: { ADD: { target: "open", meta: { publish: "counted" } } } } },
      },
      logic: {},
    },
  ],
});

let database: TestDatabase;
let pools: EnginePools;
let counting: readonly CountingPool[];
let runner: OnceRunner;
let feeds: FeedRunner;
let feedSql: CountingSql;

beforeAll(async () => {
  database = await createTestDatabase();
  const charts = await registerProject(fromPgPool(database.pool), project);
  pools = openEnginePools(database.url, () => undefined);
  const [work, relaxed] = [makeCountingPool(pools.work), makeCountingPool(pools.relaxed)];
  counting = [work, relaxed];
  const stores = postgresEngineStores({
    pools: { ...pools, work: work.pool, relaxed: relaxed.pool },
    connectionString: database.url,
    project: project.name,
    workerId: `test:${randomUUID()}`,
    leaseMs: 60_000,
    effectLeaseMs: 60_000,
    logger: silentLogger,
  });
  await stores.workers.register({ host: "test", pid: 1, version: "test", machines: [] });
  feedSql = countingSql(fromPgPool(pools.feeds, { prepared: true }));
  feeds = createFeedRunner({
    ...{ project, keys: undefined, logger: silentLogger },
    stores: postgresFeedStores(feedSql.sql, {
      ...{ project: project.name, workerId: "feeder", workerLeaseMs: 60_000 },
    }),
  });
  runner = createOnceRunner({
    project,
    charts,
    stores,
    keys: undefined,
    logger: silentLogger,
    concurrency: SUBJECTS,
  });
});
afterAll(async () => {
  await pools.close();
  await database.drop();
});

/** Publish one envelope for each subject, do all that follows, and say which transactions it took. */
async function exchangesOf(
  type: string,
  prefix: string,
  subjects = SUBJECTS,
): Promise<readonly Exchange[]> {
  const envelopes = Array.from({ length: subjects }, (_subject, at) =>
    createEnvelope({ type, source: "/test", subject: `${prefix}-${at}`, data: {} }),
  );
  const publication = { topic: "commands", envelopes, direction: "received" as const };
  await publishEvents(fromPg(database.pool), publication);
  for (const pool of counting) pool.take();
  await runner.runUntilQuiet();
  return counting.flatMap((pool) => pool.take());
}

const commitsOf = async (type: string, prefix: string) =>
  (await exchangesOf(type, prefix)).filter((statements) => statements.includes("write history"));

describe("what steps of different subjects write", () => {
  it("is one transaction of one exchange, with a statement for each kind of row", async () => {
    expect(await commitsOf("add", "new")).toEqual([
      [
        ...[
          "end deliveries",
          "write receipts",
          "create instances",
          "write history",
          "write events",
        ],
        "count work",
      ],
    ]);
    expect(await commitsOf("add", "new")).toEqual([
      [
        ...["end deliveries", "write receipts", "move instances", "write history", "write events"],
        "count work",
      ],
    ]);
  });

  it("comes to 23 statements in 4 transactions for a hundred sagas of three steps", async () => {
    const step = ["end service calls", "move instances", "write history", "write events"];
    const start = ["end deliveries", "write receipts", "create instances", "write history"];
    expect(await commitsOf("xsm.fulfil.START", "saga")).toEqual([
      [...start, "write service calls", "count work"],
      [...step, "write service calls", "count work"],
      [...step, "write service calls", "count work"],
      [...step, "count work"],
    ]);
  });
});

/** Sent when time allows: hints of what changed, and a session's forgetting of its plans. */
const BY_TIME = ["announce changes", "DISCARD PLANS"];
/** What each round asks, whatever it finds: its share, and whether there is work. */
const LOOKS = [
  ...["BEGIN", "beat", "renew shards", "find workers that are gone", "count workers", "COMMIT"],
  ...["find next scheduled event", "read deliveries", "read due timers", "look for replay jobs"],
  ...["claim commands", "claim service calls"],
];

/** How often each exchange with the server is made. */
function tally(exchanges: readonly Exchange[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const exchange of exchanges) {
    const name = exchange.join(", ");
    if (!BY_TIME.includes(name)) counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

const looks = (rounds: number) => Object.fromEntries(LOOKS.map((name) => [name, rounds]));

describe("all that is asked of the server, reads and claims included", () => {
  it("is one read, one claim and one commit for a hundred steps, and a claim and a commit for the relay of what they publish", async () => {
    await exchangesOf("add", "gate");
    expect(tally(await exchangesOf("add", "gate"))).toEqual({
      ...looks(3), // the steps, the relay, and nothing left
      "load instances, load receipts": 1,
      "end deliveries, write receipts, move instances, write history, write events, count work": 1,
      "end deliveries, count work": 1,
      "hold deliveries": 2,
    });
  });

  it("is one read and one commit a step for a hundred sagas, whose calls nobody claims", async () => {
    const step = "end service calls, move instances, write history, write events";
    const start = "end deliveries, write receipts, create instances, write history";
    expect(tally(await exchangesOf("xsm.fulfil.START", "gate-saga"))).toEqual({
      ...looks(2),
      "load instances, load receipts": 1,
      [`${start}, write service calls, count work`]: 1,
      "load instances": 3,
      [`${step}, write service calls, count work`]: 2,
      [`${step}, count work`]: 1,
      "hold deliveries": 1,
    });
  });

  it("is the same for a feed, whether one event waits for it or a hundred", async () => {
    const runFeed = async () => {
      feedSql.take();
      const [run] = await feeds.runOnce();
      const delivered = run?.kind === "ran" ? run.result.delivered : 0;
      return { run, delivered, asked: tally(feedSql.take()) };
    };
    /** An older transaction anywhere on the server that stands open keeps events back: then once more, with others. */
    const cycle = (events: number) =>
      eventually("a run that brings all of them", async () => {
        await exchangesOf("add", "gate-feed", events);
        for (let left = events; left > 0; ) {
          const { run, delivered, asked } = await runFeed();
          left -= delivered;
          if (delivered !== events) continue;
          expect(run).toMatchObject({ result: { batches: 1 } });
          const { "number events: a transaction": numbered, ...others } = asked;
          expect(numbered).toBeGreaterThan(0);
          return others;
        }
        return undefined;
      });
    await exchangesOf("add", "gate-feed", 1);
    await feeds.runOnce(); // what was published before, and the feed's place
    const asked = {
      "lead a feed": 1,
      "read feed cursor": 1,
      "read feed": 2,
      "move feed cursor": 1,
      "release a feed's lease": 1,
    };
    expect(await cycle(1)).toEqual(asked);
    expect(await cycle(SUBJECTS)).toEqual(asked);
  });
});
