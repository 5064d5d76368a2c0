import type { ChartRecord } from "../../../engine/records.ts";
import type { Sql } from "../sql.ts";

const COLUMNS = `id, machine_id AS "machineId", version, structure_hash AS "structureHash", chart`;

const FIND_CHART = `SELECT ${COLUMNS} FROM sagascope.machine_version WHERE id = $1`;

const FIND_VERSION = `
  SELECT ${COLUMNS} FROM sagascope.machine_version WHERE machine_id = $1 AND version = $2 ORDER BY id DESC LIMIT 1`;

/** A registered chart version. */
export async function findChart(sql: Sql, chartId: number): Promise<ChartRecord | undefined> {
  const [row] = await sql.query<ChartRecord>("find chart version", FIND_CHART, [chartId]);
  return row;
}

/** The chart of a machine that was registered last under a version's name: a chart may change without a new name. */
export async function findVersion(
  sql: Sql,
  machineId: string,
  version: string,
): Promise<ChartRecord | undefined> {
  const [row] = await sql.query<ChartRecord>("find chart version", FIND_VERSION, [
    machineId,
    version,
  ]);
  return row;
}
