import type { StepCommit } from "../../../engine/step-commit.ts";
import { textArrayLiteral } from "../columns.ts";
import type { Sql } from "../sql.ts";
import { requireAll } from "./settle-deliveries.ts";

const INSERT_INSTANCES = `
  INSERT INTO sagascope.instance
    (machine_id, subject, project, chart_id, revision, status, phase, states, snapshot, correlation_id, finished_at)
  SELECT i.machine_id, i.subject, $10, i.chart_id, i.revision, i.status, i.phase, i.states::text[], i.snapshot::json,
         i.correlation_id, CASE WHEN i.status <> 'active' THEN clock_timestamp() END
  FROM unnest($1::text[], $2::text[], $3::int[], $4::int[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[])
    AS i (machine_id, subject, chart_id, revision, status, phase, states, snapshot, correlation_id)
  ON CONFLICT (machine_id, subject) DO NOTHING
  RETURNING 1`;

/** Compare-and-set: a revision that moved meanwhile writes nothing. */
const UPDATE_INSTANCES = `
  UPDATE sagascope.instance t
  SET chart_id = i.chart_id, revision = i.revision, status = i.status, phase = i.phase, states = i.states::text[],
      snapshot = i.snapshot::json, updated_at = clock_timestamp(),
      finished_at = CASE WHEN i.status <> 'active' THEN clock_timestamp() END
  FROM unnest($1::text[], $2::text[], $3::int[], $4::int[], $5::text[], $6::text[], $7::text[], $8::text[])
    AS i (machine_id, subject, chart_id, revision, status, phase, states, snapshot)
  WHERE t.machine_id = i.machine_id AND t.subject = i.subject AND t.revision = i.revision - 1
  RETURNING 1`;

type WithInstance = StepCommit & { readonly instance: NonNullable<StepCommit["instance"]> };

/** @throws {CommitConflictError} if an instance appeared meanwhile */
export async function createInstances(
  sql: Sql,
  project: string,
  commits: readonly StepCommit[],
): Promise<void> {
  const created = writing(commits).filter((commit) => commit.instance.expectedRevision === 0);
  if (created.length === 0) return;
  const correlation = created.map((commit) => commit.instance.correlationId);
  const values = [...columnsOf(created), correlation, project];
  const rows = await sql.query("create instances", INSERT_INSTANCES, values);
  requireAll("instance", created.length, rows.length);
}

/** @throws {CommitConflictError} if an instance moved meanwhile */
export async function moveInstances(sql: Sql, commits: readonly StepCommit[]): Promise<void> {
  const moved = writing(commits).filter((commit) => commit.instance.expectedRevision > 0);
  if (moved.length === 0) return;
  const rows = await sql.query("move instances", UPDATE_INSTANCES, columnsOf(moved));
  requireAll("instance", moved.length, rows.length);
}

function writing(commits: readonly StepCommit[]): readonly WithInstance[] {
  return commits.filter((commit): commit is WithInstance => commit.instance !== undefined);
}

function columnsOf(commits: readonly WithInstance[]): unknown[] {
  return [
    commits.map((commit) => commit.machineId),
    commits.map((commit) => commit.subject),
    commits.map((commit) => commit.instance.chartId),
    commits.map((commit) => commit.instance.revision),
    commits.map((commit) => commit.instance.status),
    commits.map((commit) => commit.instance.phase),
    commits.map((commit) => textArrayLiteral(commit.instance.states)),
    commits.map((commit) => JSON.stringify(commit.instance.snapshot)),
  ];
}
