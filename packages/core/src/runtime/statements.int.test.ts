import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createEnvelope } from "../envelope/create-envelope.ts";
import { silentLogger } from "../kernel/logger.ts";
import { defineProject } from "../projects/define-project.ts";
import { sagaBuilder } from "../sagas/saga-builder.ts";
import { type EnginePools, openEnginePools } from "../stores/postgres/engine-pools.ts";
import { publishEvents } from "../stores/postgres/outbox/publish-events.ts";
import { postgresEngineStores } from "../stores/postgres/postgres-engine-stores.ts";
import { registerProject } from "../stores/postgres/projects/register-project.ts";
import { fromPg, fromPgPool } from "../stores/postgres/sql.ts";
import { type CountingPool, type Exchange, makeCountingPool } from "../testing/counting-pool.ts";
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
let counting: CountingPool;
let runner: OnceRunner;

beforeAll(async () => {
  database = await createTestDatabase();
  const charts = await registerProject(fromPgPool(database.pool), project);
  pools = openEnginePools(database.url, () => undefined);
  counting = makeCountingPool(pools.work);
  const stores = postgresEngineStores({
    pools: { ...pools, work: counting.pool },
    connectionString: database.url,
    project: project.name,
    workerId: `test:${randomUUID()}`,
    leaseMs: 60_000,
    effectLeaseMs: 60_000,
    logger: silentLogger,
  });
  await stores.workers.register({ host: "test", pid: 1, version: "test", machines: [] });
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
async function commitsOf(type: string, prefix: string): Promise<readonly Exchange[]> {
  const envelopes = Array.from({ length: SUBJECTS }, (_subject, at) =>
    createEnvelope({ type, source: "/test", subject: `${prefix}-${at}`, data: {} }),
  );
  const publication = { topic: "commands", envelopes, direction: "received" as const };
  await publishEvents(fromPg(database.pool), publication);
  counting.take();
  await runner.runUntilQuiet();
  return counting.take().filter((statements) => statements.includes("write history"));
}

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
