import type { Sql } from "../sql.ts";

/** A start must not take long because there were many versions; the newest are those that anybody looks at. */
const VERSIONS_MAX = 50;

/** $1 machine, $2 the chart that is registered now, $3 how many */
const LIST = `
  SELECT v.id, v.chart FROM sagascope.machine_version v
  WHERE v.machine_id = $1 AND v.id <> $2
    AND NOT EXISTS (SELECT FROM sagascope.asyncapi_document d WHERE d.chart_id = v.id)
  ORDER BY v.id DESC LIMIT $3`;

/** Older chart versions of a machine that have no document. */
export function listUndocumented(
  sql: Sql,
  machineId: string,
  currentId: number,
): Promise<{ readonly id: number; readonly chart: unknown }[]> {
  return sql.query("list charts without a document", LIST, [machineId, currentId, VERSIONS_MAX]);
}
