import type { TimerRecord } from "../../../engine/records.ts";
import type { Sql } from "../sql.ts";

const DUE_TIMERS = `
  SELECT machine_id, subject, ref, revision, event, label, cause_event_id, cause_depth
  FROM sagascope.timer
  WHERE project = $1 AND due_at <= clock_timestamp() AND shard = ANY ($2::smallint[])
  ORDER BY due_at LIMIT $3`;

interface Row {
  readonly machine_id: string;
  readonly subject: string;
  readonly ref: string;
  readonly revision: number;
  readonly event: string;
  readonly label: string;
  readonly cause_event_id: string;
  readonly cause_depth: number;
}

/** Timers that are due by the database's clock, soonest first. */
export async function dueTimers(
  sql: Sql,
  project: string,
  shards: readonly number[],
  limit: number,
): Promise<readonly TimerRecord[]> {
  const rows = await sql.query<Row>("read due timers", DUE_TIMERS, [project, shards, limit]);
  return rows.map((row) => ({
    machineId: row.machine_id,
    subject: row.subject,
    ref: row.ref,
    revision: row.revision,
    event: row.event,
    label: row.label,
    causeEventId: row.cause_event_id,
    causeDepth: row.cause_depth,
  }));
}
