import type { TakenTransition } from "../../../charts/markers.ts";
import type { JsonValue } from "../../../kernel/json.ts";
import type { Sql } from "../sql.ts";

const LIST_HISTORY = `
  SELECT revision, at, chart_id AS "chartId", cause_kind AS "causeKind", cause_id AS "causeId", event, transitions,
         entered, states, phase, snapshot, worker_id AS "workerId"
  FROM sagascope.history WHERE machine_id = $1 AND subject = $2 AND revision > $3
  ORDER BY revision LIMIT $4`;

/** One committed step. `snapshot` is as stored: redact it before it is shown. */
export interface HistoryView {
  readonly revision: number;
  readonly at: Date;
  readonly chartId: number;
  readonly causeKind: "event" | "effect" | "timer" | "command";
  readonly causeId: string;
  readonly event: string;
  readonly transitions: readonly TakenTransition[];
  readonly entered: readonly string[];
  readonly states: readonly string[];
  readonly phase: string;
  readonly snapshot: JsonValue;
  readonly workerId: string;
}

/** The steps of an instance in order, after a revision, at most `limit` of them. */
export async function listHistory(
  sql: Sql,
  machineId: string,
  subject: string,
  { afterRevision = 0, limit = 1_000 }: { afterRevision?: number; limit?: number } = {},
): Promise<readonly HistoryView[]> {
  return sql.query<HistoryView>("list history", LIST_HISTORY, [
    machineId,
    subject,
    afterRevision,
    limit,
  ]);
}
