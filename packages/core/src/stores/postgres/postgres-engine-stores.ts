import type { EngineStores } from "../../engine/engine-stores.ts";
import type { Logger } from "../../kernel/logger.ts";
import { postgresEffectStore } from "./effects/postgres-effect-store.ts";
import type { EnginePools } from "./engine-pools.ts";
import { createAnnouncer } from "./lanes/announcer.ts";
import { postgresLaneStore } from "./lanes/postgres-lane-store.ts";
import { postgresCommandStore } from "./operations/postgres-command-store.ts";
import { postgresIntakeStore } from "./outbox/postgres-intake-store.ts";
import { postgresScheduleStore } from "./outbox/promote-scheduled.ts";
import { findChart, findVersion } from "./projects/find-chart.ts";
import { advanceJob } from "./replay-jobs/advance-job.ts";
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
  /** How long another worker whose database session broke may take to be heard of again; 2 s by default. */
  readonly sessionGraceMs?: number;
  readonly effectLeaseMs: number;
  readonly logger: Logger;
}

/** All ports of an engine over one Postgres database. */
export function postgresEngineStores(settings: PostgresEngineSettings): EngineStores {
  const { project, workerId, effectLeaseMs } = settings;
  const sql = fromPgPool(settings.pools.work, { prepared: true });
  const relaxed = fromPgPool(settings.pools.relaxed, { prepared: true });
  const owner = { project, workerId, effectLeaseMs };
  const announcer = createAnnouncer(relaxed);
  const workers = postgresWorkerStore(sql, settings);
  return {
    lanes: postgresLaneStore(sql, relaxed, announcer, owner),
    effects: postgresEffectStore(sql, owner),
    commands: postgresCommandStore(sql, owner),
    jobs: { advanceJob: (exceptIds, decide) => advanceJob(sql, project, exceptIds, decide) },
    workers: {
      ...workers,
      leave: async () => {
        await announcer.flush();
        await workers.leave();
      },
    },
    charts: {
      findChart: (chartId) => findChart(sql, chartId),
      findVersion: (machineId, version) => findVersion(sql, machineId, version),
    },
    schedule: postgresScheduleStore(sql),
    intake: postgresIntakeStore(sql),
    upkeep: postgresUpkeepStore(sql, project),
    wakeUps: postgresWakeUps(settings.connectionString, project, settings.logger),
  };
}
