import type pg from "pg";
import { silentLogger } from "../kernel/logger.ts";
import { openEnginePools } from "../stores/postgres/engine-pools.ts";
import { requestCommand } from "../stores/postgres/operations/request-command.ts";
import { cancelScheduled } from "../stores/postgres/outbox/cancel-scheduled.ts";
import { publishEvents } from "../stores/postgres/outbox/publish-events.ts";
import { scheduleEvents } from "../stores/postgres/outbox/schedule-events.ts";
import { postgresEngineStores } from "../stores/postgres/postgres-engine-stores.ts";
import { registerProject } from "../stores/postgres/projects/register-project.ts";
import { changeReplayJob } from "../stores/postgres/replay-jobs/change-job.ts";
import { freezeSelection } from "../stores/postgres/replay-jobs/freeze-selection.ts";
import { startReplayJob } from "../stores/postgres/replay-jobs/start-job.ts";
import { fromPg, fromPgPool } from "../stores/postgres/sql.ts";
import type { EngineContractOptions } from "./contract-stores.ts";
import { moveIntoThePast } from "./move-into-the-past.ts";
import { postgresInspection } from "./postgres-inspection.ts";
import { createTestDatabase } from "./test-database.ts";

/** Everything a contract's test may have written, referring rows first. */
const TABLES = [
  "work_entry",
  "work_count",
  "dead_letter_occurrence",
  "dead_letter",
  "audit",
  "operator_command",
  "replay_item",
  "replay_job",
  "letter_selection_item",
  "letter_selection",
  "delivery_claim",
  "lane_shard",
  "worker",
  "timer",
  "effect",
  "history",
  "instance",
  "inbox",
  "delivery",
  "scheduled_event",
  "event",
  "subscription",
  "observer",
  "topic",
  "machine",
  "machine_version",
] as const;

/** Stores over one database for the contracts of a test file, emptied for each test. */
export async function openPostgresContracts(): Promise<
  EngineContractOptions & { close(): Promise<void> }
> {
  const database = await createTestDatabase();
  const { pool } = database;
  const pools = openEnginePools(database.url, () => undefined);
  return {
    async makeStores({ project, leaseMs, effectLeaseMs }) {
      await empty(pool);
      return {
        charts: await registerProject(fromPgPool(pool), project),
        inspect: postgresInspection(pool),
        storesOf: (workerId) =>
          postgresEngineStores({
            pools,
            connectionString: database.url,
            project: project.name,
            workerId,
            leaseMs,
            effectLeaseMs,
            logger: silentLogger,
          }),
        publish: (topic, envelopes) =>
          publishEvents(fromPg(pool), { topic, envelopes, direction: "received" }),
        schedule: (events) => scheduleEvents(fromPg(pool), events, "received"),
        cancelScheduled: (topic, keys) => cancelScheduled(fromPg(pool), topic, keys),
        requestCommand: (command) => requestCommand(fromPgPool(pool), command),
        jobs: {
          freeze: (filter, purpose) =>
            freezeSelection(fromPgPool(pool), {
              ...{ project: project.name, filter, purpose },
              actor: "mara",
            }),
          start: (job) => startReplayJob(fromPgPool(pool), job),
          change: (change) => changeReplayJob(fromPgPool(pool), change),
        },
        passTime: (ms) => moveIntoThePast(pool, ms),
        close: async () => undefined,
      };
    },
    async close() {
      await pools.close();
      await database.drop();
    },
  };
}

/** As a superuser whose triggers sleep: the audit refuses to be emptied. */
async function empty(pool: pg.Pool): Promise<void> {
  const deletes = TABLES.map((table) => `DELETE FROM sagascope.${table};`).join(" ");
  await pool.query(`BEGIN; SET LOCAL session_replication_role = replica; ${deletes} COMMIT`);
}
