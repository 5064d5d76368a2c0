import { randomUUID } from "node:crypto";
import {
  assign,
  createEnvelope,
  createOnceRunner,
  defineProject,
  type EngineStores,
  type OnceRunner,
  runForever,
  silentLogger,
} from "@sagascope/core";
import {
  fromPgPool,
  openEnginePools,
  postgresEngineStores,
  publishEvents,
  registerProject,
} from "@sagascope/core/postgres";
import { createTestDatabase, TEST_SEAL_KEYS, type TestDatabase } from "@sagascope/core/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCli } from "./testing/run-cli.ts";

const LEASE_MS = 5_000;

/** What the ledger knows of money; mended in the middle. */
const ledger = { takesRefunds: false };

/** Two machines in choreography: an order that is paid, and the ledger that books what was paid. */
const project = defineProject({
  name: "sample",
  topics: ["commands", { name: "events", onUnknown: "ignore" }],
  machines: [
    {
      chart: {
        id: "order",
        version: "1",
        initial: "open",
        context: { total: 0 },
        states: {
          open: {
            on: {
              PAY: {
                target: "paid",
                actions: ["keepTotal"],
                meta: { publish: { type: "order.paid", data: ["total"] } },
              },
            },
          },
          paid: { type: "final" },
        },
      },
      logic: { actions: { keepTotal: assign({ total: ({ event }) => event.payload.total }) } },
    },
    {
      chart: {
        id: "ledger",
        version: "1",
        initial: "open",
        context: { sum: 0 },
        states: { open: { on: { BOOK: { actions: ["book"] } } } },
      },
      attemptsMax: 1,
      logic: {
        actions: {
          book: assign({
            sum: ({ context, event }) => {
              if (event.payload.total < 0 && !ledger.takesRefunds) {
                throw new Error("cannot book a negative total");
              }
              return context.sum + event.payload.total;
            },
          }),
        },
      },
    },
  ],
  routes: [
    { topic: "commands", type: "xsm.order.PAY", machine: "order" },
    { topic: "events", type: "order.paid", machine: "ledger", event: "BOOK" },
  ],
});

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const pay = (subject: string, total: number) =>
  createEnvelope({ type: "xsm.order.PAY", source: "/shop", subject, data: { total } });

/** What a cron job does: take the project's work, do what the task says, leave. */
async function asCronJob<Result>(
  task: (runner: OnceRunner, wakeUps: EngineStores["wakeUps"]) => Promise<Result>,
): Promise<Result> {
  const charts = await registerProject(fromPgPool(database.pool), project);
  const pools = openEnginePools(database.url, () => undefined);
  const stores = postgresEngineStores({
    pools,
    connectionString: database.url,
    project: project.name,
    workerId: `cron:${randomUUID()}`,
    leaseMs: LEASE_MS,
    effectLeaseMs: LEASE_MS,
    logger: silentLogger,
  });
  await stores.workers.register({ host: "cron", pid: 1, version: "1", machines: [] });
  try {
    const keys = TEST_SEAL_KEYS;
    const runner = createOnceRunner({ project, charts, stores, keys, logger: silentLogger });
    return await task(runner, stores.wakeUps);
  } finally {
    await stores.workers.leave();
    await pools.close();
  }
}

const lettersByCli = async () => {
  const { code, stdout } = await runCli(database.url, ["dlq", "list", "--json"]);
  expect(code).toBe(0);
  return JSON.parse(stdout) as {
    count: number;
    dead_letters: { id: string; consumer: string; subject: string; reason: string }[];
  };
};

describe("a complete sample app, run by a cron job and watched by the command line", () => {
  it("publishes with its snapshots, takes nothing twice, and lists and replays its poison [EXA-07][DSP-05]", async () => {
    await registerProject(fromPgPool(database.pool), project);
    const good = pay("o-1", 5);
    await publishEvents(fromPgPool(database.pool), {
      topic: "commands",
      envelopes: [good, pay("o-2", -3), good],
      direction: "received",
    });

    const first = await asCronJob((runner) => runner.runUntilQuiet());

    expect(first).toMatchObject({ processed: 3, duplicates: 1, deadLettered: 1 });
    const { rows } = await database.pool.query(
      `SELECT e.subject, e.causation_id = $1 AS caused, i.revision
       FROM sagascope.event e
       JOIN sagascope.instance i ON i.machine_id = e.machine_id AND i.subject = e.subject AND i.revision = e.revision
       WHERE e.type = 'order.paid' ORDER BY e.subject`,
      [good.id],
    );
    expect(rows).toEqual([
      { subject: "o-1", caused: true, revision: 1 },
      { subject: "o-2", caused: false, revision: 1 },
    ]);
    expect(await asCronJob((runner) => runner.runOnce())).toMatchObject({ ordered: [], steps: 0 });

    const { count, dead_letters: letters } = await lettersByCli();
    expect(count).toBe(1);
    expect(letters).toMatchObject([{ consumer: "ledger", subject: "o-2", reason: "max_attempts" }]);

    ledger.takesRefunds = true;
    const id = letters[0]?.id ?? "";
    const stop = new AbortController();
    const answered = asCronJob((runner, wakeUps) => runForever(runner, wakeUps, stop.signal));
    const replay = [
      "dlq",
      "replay",
      id,
      "--no-dry-run",
      "--yes",
      "--reason",
      "totals may be negative",
    ];
    const { code, stdout, stderr } = await runCli(database.url, replay);
    stop.abort();
    await answered;

    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("processed");
    expect((await lettersByCli()).count).toBe(0);
    const { rows: booked } = await database.pool.query(
      "SELECT subject, snapshot->'context' AS context FROM sagascope.instance WHERE machine_id = 'ledger' ORDER BY subject",
    );
    expect(booked).toEqual([
      { subject: "o-1", context: { sum: 5 } },
      { subject: "o-2", context: { sum: -3 } },
    ]);
  });
});
