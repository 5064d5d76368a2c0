import type { StepCommit } from "../../../engine/step-commit.ts";
import { countWork, WORK_COUNTED } from "../../../engine/work-counts.ts";
import { COUNT_COLUMNS } from "../counts/count-columns.ts";
import type { Statement } from "../statement.ts";

const FIRST_COUNT_PARAMETER = 3;

/**
 * Appended, never updated: commits of all workers write here at once, and none may wait for another. `fold-counts.ts` adds them
 * up later.
 */
const COUNT_WORK = `
  INSERT INTO sagascope.work_entry (project, machine_id, ${COUNT_COLUMNS.join(", ")})
  SELECT $1, c.* FROM unnest($2::text[], ${COUNT_COLUMNS.map(
    (_column, at) => `$${at + FIRST_COUNT_PARAMETER}::int[]`,
  ).join(", ")}) AS c`;

/** One row a machine, whatever the number of commits. */
export function writeCounts(project: string, commits: readonly StepCommit[]): readonly Statement[] {
  const counts = countWork(commits);
  if (counts.size === 0) return [];
  const rows = [...counts.values()];
  const columns = WORK_COUNTED.map((what) => rows.map((row) => row[what]));
  return [
    {
      operation: "count work",
      text: COUNT_WORK,
      values: [project, [...counts.keys()], ...columns],
    },
  ];
}
