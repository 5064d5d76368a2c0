import type { InstanceRecord } from "../../../engine/records.ts";
import type { JsonObject, JsonValue } from "../../../kernel/json.ts";
import type { Sql } from "../sql.ts";

const FIND_INSTANCE = `
  SELECT machine_id AS "machineId", subject, project, chart_id AS "chartId", revision, status, phase, states, snapshot,
         correlation_id AS "correlationId", started_at AS "startedAt", updated_at AS "updatedAt",
         finished_at AS "finishedAt"
  FROM sagascope.instance WHERE machine_id = $1 AND subject = $2`;

/** An instance with its times. `context` is as stored: redact it before it is shown. */
export interface InstanceView extends InstanceRecord {
  readonly project: string;
  readonly context: JsonObject;
  readonly startedAt: Date;
  readonly updatedAt: Date;
  readonly finishedAt: Date | null;
}

export async function findInstance(
  sql: Sql,
  machineId: string,
  subject: string,
): Promise<InstanceView | undefined> {
  const [row] = await sql.query<Omit<InstanceView, "context">>("find instance", FIND_INSTANCE, [
    machineId,
    subject,
  ]);
  return row === undefined ? undefined : { ...row, context: contextOf(row.snapshot) };
}

function contextOf(snapshot: JsonValue): JsonObject {
  return ((snapshot as JsonObject | null)?.context ?? {}) as JsonObject;
}
