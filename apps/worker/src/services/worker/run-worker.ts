import { randomUUID } from "node:crypto";
import { createEngine, jsonLogger, parseSealKeys } from "@sagascope/core";
import {
  fromPgPool,
  openEnginePools,
  postgresEngineStores,
  registerProject,
} from "@sagascope/core/postgres";
import { migrate } from "@sagascope/database/migrate";
import type { Env } from "../../env.ts";
import { loadProject } from "./load-project.ts";
import { readProcessFacts } from "./process-facts.ts";

const SHARD_LEASE_MS = 10_000;
const EFFECT_LEASE_MS = 15_000;

/** What a worker needs of the environment. */
export type WorkerEnv = Env & { readonly databaseUrl: string };

/**
 * Run the project's machines, effects and timers until the signal, then finish what is held and leave.
 *
 * @throws {InvalidProjectError | InvalidChartError} if the project cannot be used
 * @throws {StoreUnavailableError} if the database cannot be reached at the start
 */
export async function runWorker(env: WorkerEnv, signal: AbortSignal): Promise<void> {
  const facts = readProcessFacts();
  const logger = jsonLogger((line) => facts.writeLine(line), {
    level: env.debug ? "debug" : "info",
  });
  const project = await loadProject(env.project);
  await migrate(env.databaseUrl);
  const pools = openEnginePools(env.databaseUrl, (error) =>
    logger.warn("an idle database connection broke", { error }),
  );
  try {
    const charts = await registerProject(fromPgPool(pools.work), project);
    const stores = postgresEngineStores({
      pools,
      connectionString: env.databaseUrl,
      project: project.name,
      workerId: `${facts.host}:${facts.pid}:${randomUUID().slice(0, 8)}`,
      leaseMs: SHARD_LEASE_MS,
      effectLeaseMs: EFFECT_LEASE_MS,
      logger,
    });
    const keys = env.sealKeys === undefined ? undefined : parseSealKeys(env.sealKeys);
    if (keys === undefined) logger.warn("no seal keys: originals of dead letters are not kept");
    const engine = createEngine({ project, charts, stores, keys, logger, ...facts });
    await engine.start();
    logger.info("worker started", {
      project: project.name,
      machines: charts.map((c) => c.machineId),
    });
    await aborted(signal);
    logger.info("worker stopping");
    await engine.stop();
  } finally {
    await pools.close();
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) =>
    signal.addEventListener("abort", () => resolve(), { once: true }),
  );
}
