import type { StepCommit } from "../../../engine/step-commit.ts";
import { type Statement, toArrayLiteral, toJsonColumn } from "../statement.ts";
import type { SnapshotTexts } from "./snapshot-text.ts";

const INSERT_HISTORY = `
  INSERT INTO sagascope.history
    (machine_id, subject, revision, chart_id, cause_kind, cause_id, event, transitions, entered, states, phase, snapshot,
     worker_id)
  SELECT h.machine_id, h.subject, h.revision, h.chart_id, h.cause_kind, h.cause_id, h.event, h.transitions,
         h.entered::text[], h.states::text[], h.phase, h.snapshot, $13
  FROM ROWS FROM (
      unnest($1::text[], $2::text[], $3::int[], $4::int[], $5::text[], $6::text[], $7::text[], $9::text[], $10::text[],
             $11::text[]),
      json_array_elements($8::json), json_array_elements($12::json))
    AS h (machine_id, subject, revision, chart_id, cause_kind, cause_id, event, entered, states, phase, transitions,
          snapshot)`;

type WithHistory = StepCommit & { readonly history: NonNullable<StepCommit["history"]> };

/** One row a step, for timelines and time travel. */
export function writeHistory(
  workerId: string,
  textOf: SnapshotTexts,
  commits: readonly StepCommit[],
): readonly Statement[] {
  const rows = commits.filter((commit): commit is WithHistory => commit.history !== undefined);
  if (rows.length === 0) return [];
  const values = [
    rows.map((row) => row.machineId),
    rows.map((row) => row.subject),
    rows.map((row) => row.history.revision),
    rows.map((row) => row.history.chartId),
    rows.map((row) => row.history.causeKind),
    rows.map((row) => row.history.causeId),
    rows.map((row) => row.history.event),
    toJsonColumn(rows.map((row) => JSON.stringify(row.history.transitions))),
    rows.map((row) => toArrayLiteral(row.history.entered)),
    rows.map((row) => toArrayLiteral(row.history.states)),
    rows.map((row) => row.history.phase),
    toJsonColumn(rows.map((row) => textOf(row.history.snapshot))),
    workerId,
  ];
  return [{ operation: "write history", text: INSERT_HISTORY, values }];
}
