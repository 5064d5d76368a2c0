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
import { publishEvents } from "../stores/postgres/outbox/publish-events.ts";
import { postgresEngineStores } from "../stores/postgres/postgres-engine-stores.ts";
import { registerProject } from "../stores/postgres/projects/register-project.ts";
import { fromPg, fromPgPool } from "../stores/postgres/sql.ts";
import type { TestDatabase } from "./test-database.ts";

/** Short, so that a test of a lost worker does not wait long. */
const LEASE_MS = 3_000;
const WAIT_MS = 20_000;
const LOOK_MS = 10;

/** Seal keys that every engine of one test run shares. */
export const TEST_SEAL_KEYS = parseSealKeys(`k1:${generateSealKey()}`);

/** How a test's engine differs from the usual one. */
export interface TestEngineOptions extends Partial<EngineOptions> {
  /** Stands between the engine and its connections. */
  readonly wrapPool?: (pool: pg.Pool) => pg.Pool;
}

/** Start an engine of a project over a test database. */
export async function startTestEngine(
  database: TestDatabase,
  project: Project,
  { wrapPool, ...options }: TestEngineOptions = {},
): Promise<Engine> {
  let closing: Promise<void> | undefined;
  const charts = await registerProject(fromPgPool(database.pool), project);
  const pools = openEnginePools(database.url, () => undefined);
  const stores = postgresEngineStores({
    pools: { ...pools, work: wrapPool?.(pools.work) ?? pools.work },
    connectionString: database.url,
    project: project.name,
    workerId: `test:${randomUUID().slice(0, 8)}`,
    leaseMs: LEASE_MS,
    effectLeaseMs: LEASE_MS,
    logger: silentLogger,
  });
  const engine = createEngine({
    project,
    charts,
    stores,
    keys: TEST_SEAL_KEYS,
    logger: silentLogger,
    host: "test",
    pid: process.pid,
    version: "test",
    timings: { balanceMs: 500, claimMs: 100, effectLeaseMs: LEASE_MS },
    limits: { sweepMs: 50 },
    ...options,
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

/** Look until what is asked for is there. */
export async function eventually<Found>(
  what: string,
  look: () => Promise<Found | undefined | false>,
): Promise<Found> {
  const deadline = performance.now() + WAIT_MS;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > deadline) throw new Error(`waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
