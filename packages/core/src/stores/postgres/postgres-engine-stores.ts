import type { EngineStores } from "../../engine/engine-stores.ts";
import type { Logger } from "../../kernel/logger.ts";
import { postgresEffectStore } from "./effects/postgres-effect-store.ts";
import type { EnginePools } from "./engine-pools.ts";
import { postgresLaneStore } from "./lanes/postgres-lane-store.ts";
import { postgresCommandStore } from "./operations/postgres-command-store.ts";
import { findChart } from "./projects/find-chart.ts";
import { fromPgPool } from "./sql.ts";
import { postgresWakeUps } from "./workers/listen.ts";
import { postgresUpkeepStore } from "./workers/postgres-upkeep-store.ts";
import { postgresWorkerStore } from "./workers/postgres-worker-store.ts";

export interface PostgresEngineSettings {
  readonly pools: Pick<EnginePools, "work" | "relaxed">;
  /** For the one connection that listens. */
  readonly connectionString: string;
  readonly project: string;
  /** Unique to this run of the process: a worker that comes back is another worker. */
  readonly workerId: string;
  /** How long a shard is held without renewal. */
  readonly leaseMs: number;
  readonly effectLeaseMs: number;
  readonly logger: Logger;
}

/** All ports of an engine over one Postgres database. */
export function postgresEngineStores(settings: PostgresEngineSettings): EngineStores {
  const { project, workerId, leaseMs, effectLeaseMs } = settings;
  const sql = fromPgPool(settings.pools.work, { prepared: true });
  const relaxed = fromPgPool(settings.pools.relaxed, { prepared: true });
  const owner = { project, workerId, effectLeaseMs };
  return {
    lanes: postgresLaneStore(sql, relaxed, owner),
    effects: postgresEffectStore(sql, owner),
    commands: postgresCommandStore(sql, owner),
    workers: postgresWorkerStore(sql, { project, workerId, leaseMs }),
    charts: { findChart: (chartId) => findChart(sql, chartId) },
    upkeep: postgresUpkeepStore(sql),
    wakeUps: postgresWakeUps(settings.connectionString, project, settings.logger),
  };
}
