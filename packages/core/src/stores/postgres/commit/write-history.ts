import type { StepCommit } from "../../../engine/step-commit.ts";
import { textArrayLiteral } from "../columns.ts";
import type { Sql } from "../sql.ts";

const INSERT_HISTORY = `
  INSERT INTO sagascope.history
    (machine_id, subject, revision, chart_id, cause_kind, cause_id, event, transitions, entered, states, phase, snapshot,
     worker_id)
  SELECT h.machine_id, h.subject, h.revision, h.chart_id, h.cause_kind, h.cause_id, h.event, h.transitions::json,
         h.entered::text[], h.states::text[], h.phase, h.snapshot::json, $13
  FROM unnest($1::text[], $2::text[], $3::int[], $4::int[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
              $10::text[], $11::text[], $12::text[])
    AS h (machine_id, subject, revision, chart_id, cause_kind, cause_id, event, transitions, entered, states, phase,
          snapshot)`;

type WithHistory = StepCommit & { readonly history: NonNullable<StepCommit["history"]> };

export async function writeHistory(
  sql: Sql,
  workerId: string,
  commits: readonly StepCommit[],
): Promise<void> {
  const rows = commits.filter((commit): commit is WithHistory => commit.history !== undefined);
  if (rows.length === 0) return;
  await sql.query("write history", INSERT_HISTORY, [
    rows.map((row) => row.machineId),
    rows.map((row) => row.subject),
    rows.map((row) => row.history.revision),
    rows.map((row) => row.history.chartId),
    rows.map((row) => row.history.causeKind),
    rows.map((row) => row.history.causeId),
    rows.map((row) => row.history.event),
    rows.map((row) => JSON.stringify(row.history.transitions)),
    rows.map((row) => textArrayLiteral(row.history.entered)),
    rows.map((row) => textArrayLiteral(row.history.states)),
    rows.map((row) => row.history.phase),
    rows.map((row) => JSON.stringify(row.history.snapshot)),
    workerId,
  ]);
}
