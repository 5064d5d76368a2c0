import { randomUUID } from "node:crypto";
import {
  brokersOf,
  createAlertSender,
  createEngine,
  jsonLogger,
  parseSealKeys,
  startAlertWatch,
} from "@sagascope/core";
import {
  fromPgPool,
  noteRetention,
  openEnginePools,
  postgresAlertStore,
  postgresEngineStores,
  postgresFeedStores,
  postgresRetentionStore,
  registerProject,
} from "@sagascope/core/postgres";
import { migrate } from "@sagascope/database/migrate";
import { checkSchema } from "@sagascope/database/schema-check";
import type { Env } from "../../env.ts";
import { enginePace } from "./engine-pace.ts";
import { loadProject } from "./load-project.ts";
import { readProcessFacts } from "./process-facts.ts";
import { startTracing } from "./start-tracing.ts";

const SHARD_LEASE_MS = 10_000;
const EFFECT_LEASE_MS = 15_000;

/** What a worker needs of the environment. */
export type WorkerEnv = Env & { readonly databaseUrl: string };

/**
 * Run the project's machines, effects, timers and feeds until the signal, then finish what is held and leave.
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
  const stopTracing = await startTracing(env.otlpEndpoint);
  const pools = openEnginePools(env.databaseUrl, (error) =>
    logger.warn("an idle database connection broke", { error }),
  );
  try {
    for (const difference of await checkSchema(pools.work)) {
      logger.warn("the database is not what the migrations make", { ...difference });
    }
    const charts = await registerProject(fromPgPool(pools.work), project);
    await noteRetention(fromPgPool(pools.work), project.name, {
      policy: env.retention,
      letters: project.letterRetention ?? {},
    });
    const workerId = `${facts.host}:${facts.pid}:${randomUUID().slice(0, 8)}`;
    const stores = postgresEngineStores({
      pools,
      connectionString: env.databaseUrl,
      project: project.name,
      workerId,
      leaseMs: SHARD_LEASE_MS,
      ...(env.sessionGraceMs === undefined ? {} : { sessionGraceMs: env.sessionGraceMs }),
      effectLeaseMs: EFFECT_LEASE_MS,
      logger,
    });
    const feeds = postgresFeedStores(fromPgPool(pools.feeds, { prepared: true }), {
      ...{ project: project.name, workerId, workerLeaseMs: SHARD_LEASE_MS },
    });
    const keys = env.sealKeys === undefined ? undefined : parseSealKeys(env.sealKeys);
    if (keys === undefined) logger.warn("no seal keys: originals of dead letters are not kept");
    const retention = {
      store: postgresRetentionStore(fromPgPool(pools.work)),
      policy: env.retention,
    };
    const engine = createEngine({
      ...{ project, charts, stores, feeds, keys, logger, retention },
      ...enginePace(env.pace),
      ...facts,
    });
    await engine.start();
    const alerts = startAlertWatch({
      store: postgresAlertStore(fromPgPool(pools.work), keys),
      owner: workerId,
      send: createAlertSender(env.alertHosts),
      logger,
    });
    logger.info("worker started", {
      project: project.name,
      machines: charts.map((c) => c.machineId),
    });
    await aborted(signal);
    logger.info("worker stopping");
    await alerts.stop();
    await engine.stop(env.pace.stopMs);
  } finally {
    await Promise.allSettled(brokersOf(project).map((broker) => broker.close()));
    await pools.close();
    await stopTracing().catch((error: unknown) => logger.warn("spans were lost", { error }));
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) =>
    signal.addEventListener("abort", () => resolve(), { once: true }),
  );
}
