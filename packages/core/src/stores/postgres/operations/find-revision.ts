import type { InstanceKey } from "../../../engine/engine-store.ts";
import type { RevisionRecord } from "../../../engine/records.ts";
import type { Sql } from "../sql.ts";

const FIND_REVISION = `
  SELECT revision, chart_id AS "chartId", phase, states, snapshot
  FROM sagascope.history WHERE machine_id = $1 AND subject = $2 AND revision = $3 LIMIT 1`;

/** An instance as it was right after a step, while its history is kept. */
export async function findRevision(
  sql: Sql,
  { machineId, subject }: InstanceKey,
  revision: number,
): Promise<RevisionRecord | undefined> {
  const [row] = await sql.query<RevisionRecord>("find revision", FIND_REVISION, [
    machineId,
    subject,
    revision,
  ]);
  return row;
}
