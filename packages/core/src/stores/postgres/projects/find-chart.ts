import type { ChartRecord } from "../../../engine/records.ts";
import type { Sql } from "../sql.ts";

/** A registered chart version. */
export async function findChart(sql: Sql, chartId: number): Promise<ChartRecord | undefined> {
  const [row] = await sql.query<ChartRecord>(
    "find chart version",
    `SELECT id, machine_id AS "machineId", version, structure_hash AS "structureHash", chart
     FROM sagascope.machine_version WHERE id = $1`,
    [chartId],
  );
  return row;
}
