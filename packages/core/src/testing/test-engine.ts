import { randomUUID } from "node:crypto";
import type pg from "pg";
import { createEnvelope } from "../envelope/create-envelope.ts";
import type { Envelope } from "../envelope/envelope.ts";
import type { JsonValue } from "../kernel/json.ts";
import { silentLogger } from "../kernel/logger.ts";
import { generateSealKey, parseSealKeys } from "../kernel/seal/seal-key-ring.ts";
import type { Project } from "../projects/define-project.ts";
import { createEngine, type Engine, type EngineOptions } from "../runtime/engine.ts";
import { openEnginePools } from "../stores/postgres/engine-pools.ts";
import { postgresFeedStores } from "../stores/postgres/feeds/postgres-feed-stores.ts";
import { publishEvents } from "../stores/postgres/outbox/publish-events.ts";
import { postgresEngineStores } from "../stores/postgres/postgres-engine-stores.ts";
import { registerProject } from "../stores/postgres/projects/register-project.ts";
import { fromPg, fromPgPool } from "../stores/postgres/sql.ts";
import type { TestDatabase } from "./test-database.ts";

/** Short, so that a test of a lost worker does not wait long. */
const LEASE_MS = 3_000;

export { eventually } from "./eventually.ts";

/** Seal keys that every engine of one test run shares. */
export const TEST_SEAL_KEYS = parseSealKeys(`k1:${generateSealKey()}`);

/** How a test's engine differs from the usual one. */
export interface TestEngineOptions extends Partial<EngineOptions> {
  /** Stands between the engine and the connections of its work; the upkeep of shards and workers has others. */
  readonly wrapPool?: (pool: pg.Pool) => pg.Pool;
  /** How long a shard is held without renewal; default 3 s. */
  readonly leaseMs?: number;
  /** How soon a silent network is an outage. */
  readonly patience?: Parameters<typeof openEnginePools>[2];
}

/** Start an engine of a project over a test database. */
export async function startTestEngine(
  database: Pick<TestDatabase, "pool" | "url">,
  project: Project,
  { wrapPool, leaseMs = LEASE_MS, patience, ...options }: TestEngineOptions = {},
): Promise<Engine> {
  let closing: Promise<void> | undefined;
  const charts = await registerProject(fromPgPool(database.pool), project);
  const pools = openEnginePools(database.url, () => undefined, patience);
  const workerId = `test:${randomUUID().slice(0, 8)}`;
  const settings = {
    pools,
    connectionString: database.url,
    project: project.name,
    workerId,
    leaseMs,
    effectLeaseMs: options.timings?.effectLeaseMs ?? LEASE_MS,
    logger: silentLogger,
  };
  const { workers } = postgresEngineStores(settings);
  const work = wrapPool?.(pools.work) ?? pools.work;
  const stores = { ...postgresEngineStores({ ...settings, pools: { ...pools, work } }), workers };
  const engine = createEngine({
    project,
    charts,
    stores,
    feeds: postgresFeedStores(fromPgPool(pools.feeds, { prepared: true }), {
      ...{ project: project.name, workerId, workerLeaseMs: leaseMs },
    }),
    keys: TEST_SEAL_KEYS,
    logger: silentLogger,
    host: "test",
    pid: process.pid,
    version: "test",
    limits: { sweepMs: 50 },
    ...options,
    timings: { balanceMs: 500, claimMs: 100, effectLeaseMs: LEASE_MS, ...options.timings },
  });
  await engine.start();
  return {
    ...engine,
    stop: async (deadlineMs) => {
      await engine.stop(deadlineMs);
      closing ??= pools.close();
      await closing;
    },
  };
}

/** Publish one envelope and say what it was. */
export async function publish(
  pool: pg.Pool,
  topic: string,
  type: string,
  subject: string,
  data: JsonValue = {},
  fields: { readonly id?: string; readonly source?: string } = {},
): Promise<Envelope> {
  const envelope = createEnvelope({ type, subject, data, source: "/test", ...fields });
  await publishEvents(fromPg(pool), { topic, envelopes: [envelope], direction: "received" });
  return envelope;
}
