import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { assign } from "xstate";
import type { EngineStores } from "../engine/engine-stores.ts";
import type { ChartRecord } from "../engine/records.ts";
import { createEnvelope } from "../envelope/create-envelope.ts";
import { silentLogger } from "../kernel/logger.ts";
import { defineProject } from "../projects/define-project.ts";
import { publishEvents } from "../stores/postgres/outbox/publish-events.ts";
import { postgresEngineStores } from "../stores/postgres/postgres-engine-stores.ts";
import { registerProject } from "../stores/postgres/projects/register-project.ts";
import { fromPg, fromPgPool } from "../stores/postgres/sql.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { eventually } from "../testing/test-engine.ts";
import { createEngine, type Engine } from "./engine.ts";

const WORKERS = 20;
const EVENTS = 200;
const SUBJECT = "account-1";
/** Steps between one handing over and the next. */
const STEPS_A_HOLDER = 12;
const LEASE_MS = 600_000;
/** Twenty workers at one subject, on a machine that may be busy with other things. */
const TIMEOUT_MS = 300_000;

const project = defineProject({
  name: "race",
  topics: ["commands", { name: "events", onUnknown: "ignore" }],
  routes: [{ topic: "commands", type: "entry", machine: "ledger", event: "ENTRY" }],
  machines: [
    {
      chart: {
        id: "ledger",
        initial: "open",
        context: { entries: [] },
        states: {
          open: {
            on: { ENTRY: { actions: ["append"], meta: { publish: "entry.booked" } } },
          },
        },
      },
      logic: {
        actions: {
          append: assign({
            entries: ({ context, event }) => [...context.entries, event.payload.n],
          }),
        },
      },
    },
  ],
});

let database: TestDatabase;
let charts: readonly ChartRecord[];
const engines: Engine[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
  charts = await registerProject(fromPgPool(database.pool), project);
});
afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.stop()));
  await database.drop();
});

/** The stores of one worker, over one session. It is told of nothing and looks for itself. */
function storesOf(workerId: string): EngineStores {
  const session = database.openPool(1);
  const stores = postgresEngineStores({
    pools: { work: session, relaxed: session },
    connectionString: database.url,
    project: project.name,
    workerId,
    leaseMs: LEASE_MS,
    effectLeaseMs: LEASE_MS,
    logger: silentLogger,
  });
  return { ...stores, wakeUps: { listen: async () => ({ close: async () => undefined }) } };
}

async function startAll(stores: readonly EngineStores[]): Promise<void> {
  for (const own of stores) {
    const engine = createEngine({
      project,
      charts,
      stores: own,
      keys: undefined,
      logger: silentLogger,
      host: "test",
      pid: 0,
      version: "test",
      timings: { balanceMs: 200, effectLeaseMs: LEASE_MS },
      limits: { sweepMs: 20 },
    });
    engines.push(engine);
    await engine.start();
  }
}

async function publishEntries(): Promise<void> {
  const envelopes = Array.from({ length: EVENTS }, (_entry, at) =>
    createEnvelope({ type: "entry", subject: SUBJECT, source: "/test", data: { n: at + 1 } }),
  );
  const publication = { topic: "commands", envelopes, direction: "received" as const };
  await publishEvents(fromPg(database.pool), publication);
}

const count = async (table: string, where = "true"): Promise<number> => {
  const { rows } = await database.pool.query(
    `SELECT count(*)::int AS n FROM sagascope.${table} WHERE ${where}`,
  );
  return rows[0].n;
};
const untilSteps = (steps: number) =>
  eventually(`${steps} steps`, async () => (await count("history")) >= steps, TIMEOUT_MS);

/** Every entry was handled once, in order, and left one receipt, one step and one publication. */
async function expectEachOnceInOrder(): Promise<void> {
  const inOrder = Array.from({ length: EVENTS }, (_entry, at) => at + 1);
  const { rows } = await database.pool.query(
    `SELECT revision, snapshot -> 'context' -> 'entries' -> -1 AS entry FROM sagascope.history ORDER BY revision, at`,
  );
  expect(rows.map(({ revision }) => revision)).toEqual(inOrder);
  expect(rows.map(({ entry }) => entry)).toEqual(inOrder);
  const instance = await database.pool.query(
    "SELECT revision, snapshot -> 'context' -> 'entries' AS entries FROM sagascope.instance",
  );
  expect(instance.rows).toEqual([{ revision: EVENTS, entries: inOrder }]);
  expect(await count("inbox")).toBe(EVENTS);
  expect(await count("event", "type = 'entry.booked'")).toBe(EVENTS);
  expect(await count("delivery")).toBe(0);
  expect(await count("dead_letter")).toBe(0);
}

const writers = async (): Promise<number> => {
  const { rows } = await database.pool.query("SELECT DISTINCT worker_id FROM sagascope.history");
  return rows.length;
};

const names = Array.from({ length: WORKERS }, (_worker, at) => `w-${at}`);

describe("twenty workers at one subject", () => {
  it(
    "handle each event once and in order while its shard is handed on behind their backs [ORD-01][DSP-07]",
    async () => {
      await startAll(names.map(storesOf));
      await publishEntries();
      for (let steps = STEPS_A_HOLDER; steps < EVENTS; steps += STEPS_A_HOLDER) {
        await untilSteps(steps);
        // The one that holds it goes on until it finds its token stale; the next one begins at once.
        await database.pool.query(
          `UPDATE sagascope.lane_shard SET owner = $1, token = token + 1
           WHERE project = 'race' AND shard = sagascope.shard_of($2)`,
          [names[(steps / STEPS_A_HOLDER) % WORKERS], SUBJECT],
        );
      }
      await untilSteps(EVENTS);

      await expectEachOnceInOrder();
      expect(await writers()).toBeGreaterThan(5);
    },
    TIMEOUT_MS,
  );

  it(
    "handle each event once and in order although all of them take its shard for theirs [ORD-01][DSP-07]",
    async () => {
      const stores = names.map(storesOf);
      const [first] = stores as [EngineStores];
      await first.workers.register({ host: "test", pid: 0, version: "0", machines: [] });
      const { shards } = await first.workers.balance({ release: [] });
      const deluded = {
        register: async () => undefined,
        balance: async () => ({ shards, surplus: [] }),
        leave: async () => undefined,
      };
      await startAll(stores.map((own) => ({ ...own, workers: deluded })));
      await publishEntries();
      await untilSteps(EVENTS);

      await expectEachOnceInOrder();
      expect(await writers()).toBeGreaterThan(1);
    },
    TIMEOUT_MS,
  );
});
