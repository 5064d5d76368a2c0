import type pg from "pg";
import { silentLogger } from "../kernel/logger.ts";
import { openEnginePools } from "../stores/postgres/engine-pools.ts";
import { requestCommand } from "../stores/postgres/operations/request-command.ts";
import { publishEvents } from "../stores/postgres/outbox/publish-events.ts";
import { postgresEngineStores } from "../stores/postgres/postgres-engine-stores.ts";
import { registerProject } from "../stores/postgres/projects/register-project.ts";
import { fromPg, fromPgPool } from "../stores/postgres/sql.ts";
import type { EngineContractOptions } from "./contract-stores.ts";
import { postgresInspection } from "./postgres-inspection.ts";
import { createTestDatabase } from "./test-database.ts";

/** Everything that decides by the database's clock. */
const INSTANTS = {
  delivery: ["due_at"],
  inbox: ["expires_at"],
  effect: ["due_at", "leased_until"],
  timer: ["due_at"],
  worker: ["heartbeat_at"],
  lane_shard: ["leased_until"],
  operator_command: ["claimed_until"],
} as const;

/** Everything a contract's test may have written, referring rows first. */
const TABLES = [
  "dead_letter_occurrence",
  "dead_letter",
  "audit",
  "operator_command",
  "delivery_claim",
  "lane_shard",
  "worker",
  "timer",
  "effect",
  "history",
  "instance",
  "inbox",
  "delivery",
  "event",
  "subscription",
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
        requestCommand: (command) => requestCommand(fromPgPool(pool), command),
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

/** Nobody sleeps: time passes by moving what is stored into the past. */
async function moveIntoThePast(pool: pg.Pool, ms: number): Promise<void> {
  for (const [table, columns] of Object.entries(INSTANTS)) {
    const moved = columns.map((column) => `${column} = ${column} - $1 * interval '1 ms'`);
    await pool.query(`UPDATE sagascope.${table} SET ${moved.join(", ")}`, [ms]);
  }
}
