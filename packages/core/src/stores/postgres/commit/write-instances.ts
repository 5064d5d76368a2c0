import type { StepCommit } from "../../../engine/step-commit.ts";
import { checked } from "../checked.ts";
import { type Statement, type StatementValue, toArrayLiteral, toJsonColumn } from "../statement.ts";
import type { SnapshotTexts } from "./snapshot-text.ts";

const INSERT_INSTANCES = `
  INSERT INTO sagascope.instance
    (machine_id, subject, project, chart_id, revision, status, phase, states, snapshot, correlation_id, finished_at)
  SELECT i.machine_id, i.subject, $10, i.chart_id, i.revision, i.status, i.phase, i.states::text[], i.snapshot,
         i.correlation_id, CASE WHEN i.status <> 'active' THEN clock_timestamp() END
  FROM ROWS FROM (
      unnest($1::text[], $2::text[], $3::int[], $4::int[], $5::text[], $6::text[], $7::text[], $9::text[]),
      json_array_elements($8::json))
    AS i (machine_id, subject, chart_id, revision, status, phase, states, correlation_id, snapshot)`;

/** Compare-and-set: a revision that moved meanwhile writes nothing. */
const UPDATE_INSTANCES = checked(
  "instance",
  `
  UPDATE sagascope.instance t
  SET chart_id = i.chart_id, revision = i.revision, status = i.status, phase = i.phase, states = i.states::text[],
      snapshot = i.snapshot, updated_at = clock_timestamp(),
      finished_at = CASE WHEN i.status <> 'active' THEN clock_timestamp() END
  FROM ROWS FROM (
      unnest($1::text[], $2::text[], $3::int[], $4::int[], $5::text[], $6::text[], $7::text[]),
      json_array_elements($8::json))
    AS i (machine_id, subject, chart_id, revision, status, phase, states, snapshot)
  WHERE t.machine_id = i.machine_id AND t.subject = i.subject AND t.revision = i.revision - 1`,
  9,
);

type WithInstance = StepCommit & { readonly instance: NonNullable<StepCommit["instance"]> };

/** Fails if an instance appeared meanwhile. */
export function createInstances(
  project: string,
  textOf: SnapshotTexts,
  commits: readonly StepCommit[],
): readonly Statement[] {
  const created = writing(commits).filter((commit) => commit.instance.expectedRevision === 0);
  if (created.length === 0) return [];
  const correlation = created.map((commit) => commit.instance.correlationId);
  const values = [...columnsOf(textOf, created), correlation, project];
  return [{ operation: "create instances", text: INSERT_INSTANCES, values }];
}

/** Fails if an instance moved meanwhile. */
export function moveInstances(
  textOf: SnapshotTexts,
  commits: readonly StepCommit[],
): readonly Statement[] {
  const moved = writing(commits).filter((commit) => commit.instance.expectedRevision > 0);
  if (moved.length === 0) return [];
  const values = [...columnsOf(textOf, moved), moved.length];
  return [{ operation: "move instances", text: UPDATE_INSTANCES, values }];
}

function writing(commits: readonly StepCommit[]): readonly WithInstance[] {
  return commits.filter((commit): commit is WithInstance => commit.instance !== undefined);
}

function columnsOf(textOf: SnapshotTexts, commits: readonly WithInstance[]): StatementValue[] {
  return [
    commits.map((commit) => commit.machineId),
    commits.map((commit) => commit.subject),
    commits.map((commit) => commit.instance.chartId),
    commits.map((commit) => commit.instance.revision),
    commits.map((commit) => commit.instance.status),
    commits.map((commit) => commit.instance.phase),
    commits.map((commit) => toArrayLiteral(commit.instance.states)),
    toJsonColumn(commits.map((commit) => textOf(commit.instance.snapshot))),
  ];
}
