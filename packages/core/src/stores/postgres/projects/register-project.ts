import type { ChartRecord } from "../../../engine/records.ts";
import { timeBudgetOf } from "../../../engine/time-budget-of.ts";
import { chartVersionOf } from "../../../projects/chart-version.ts";
import { outboundTopicOf, type Project } from "../../../projects/define-project.ts";
import { InvalidProjectError } from "../../../projects/errors.ts";
import type { MachineDefinition } from "../../../projects/project.ts";
import { registerDocuments } from "../documents/register-documents.ts";
import { registerFeeds } from "../feeds/register-feeds.ts";
import type { Sql, SqlPool } from "../sql.ts";
import { registerObservers } from "./register-observers.ts";
import { registerRedaction } from "./register-redaction.ts";
import { registerSubscriptions } from "./register-subscriptions.ts";

const SHARDS = 64;

const INSERT_SHARDS = `
  INSERT INTO sagascope.lane_shard (project, shard)
  SELECT $1, s FROM generate_series(0, $2::int - 1) s
  ON CONFLICT DO NOTHING`;

/** One registration at a time, so that two workers that start together agree. */
const LOCK_REGISTRY = "SELECT pg_advisory_xact_lock(727073, 3)";

const INSERT_VERSION = `
  INSERT INTO sagascope.machine_version AS v
    (project, machine_id, version, structure_hash, content_hash, chart, time_budget_ms)
  VALUES ($1, $2, $3, $4, $5, $6::json, $7)
  ON CONFLICT (machine_id, content_hash) DO UPDATE SET time_budget_ms = excluded.time_budget_ms
    WHERE v.project = excluded.project AND v.time_budget_ms IS DISTINCT FROM excluded.time_budget_ms`;

const FIND_VERSION = `
  SELECT id, machine_id AS "machineId", version, structure_hash AS "structureHash", chart
  FROM sagascope.machine_version WHERE machine_id = $1 AND content_hash = $2`;

const SET_CURRENT = `
  INSERT INTO sagascope.machine AS m (machine_id, project, chart_id, topic) VALUES ($1, $2, $3, $4)
  ON CONFLICT (machine_id) DO UPDATE
    SET chart_id = excluded.chart_id, topic = excluded.topic, registered_at = clock_timestamp()
    WHERE m.project = excluded.project
  RETURNING 1`;

/**
 * Make a project known: its charts' versions, topics, routes, observers, rules of masking, feeds, documents and shards. May be repeated; a chart that did
 * not change keeps its version row, with the time that its present logic allows.
 *
 * @returns the current version of each machine
 * @throws {InvalidChartError} if a chart is malformed
 * @throws {InvalidProjectError} if a machine id belongs to another project
 */
export function registerProject(pool: SqlPool, project: Project): Promise<readonly ChartRecord[]> {
  return pool.transaction("register project", async (sql) => {
    await sql.query("lock registry", LOCK_REGISTRY);
    await sql.query("register shards", INSERT_SHARDS, [project.name, SHARDS]);
    const records: ChartRecord[] = [];
    for (const [index, machine] of project.machines.entries()) {
      records.push(await registerMachine(sql, project.name, index, machine));
    }
    await registerSubscriptions(sql, project);
    await registerObservers(sql, project);
    await registerRedaction(sql, project);
    await registerFeeds(sql, project);
    await registerDocuments(sql, project, records);
    return records;
  });
}

async function registerMachine(
  sql: Sql,
  project: string,
  index: number,
  machine: MachineDefinition,
): Promise<ChartRecord> {
  const { machineId, version, structureHash, contentHash, chart } = chartVersionOf(machine.chart);
  await sql.query("register chart version", INSERT_VERSION, [
    project,
    machineId,
    version,
    structureHash,
    contentHash,
    JSON.stringify(chart),
    timeBudgetOf(machine) ?? null,
  ]);
  const [record] = await sql.query<ChartRecord>("find chart version", FIND_VERSION, [
    machineId,
    contentHash,
  ]);
  if (record === undefined) {
    throw new InvalidProjectError(`machines[${index}]`, "was not stored");
  }
  const owned = await sql.query("set current chart", SET_CURRENT, [
    machineId,
    project,
    record.id,
    outboundTopicOf(machine),
  ]);
  if (owned.length === 0) {
    throw new InvalidProjectError(
      `machines[${index}].chart.id`,
      `'${machineId}' belongs to another project`,
    );
  }
  return record;
}
