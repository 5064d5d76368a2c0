import type { RowPurge } from "./row-purge.ts";

/** Of a bulk job: it has ended, and nothing that it handed out is still on its way. */
const jobIsOver = (job: string) =>
  `${job}.state IN ('done', 'cancelled') AND ${job}.open = 0 AND ${job}.finished_at < $1`;

/** What a job is kept of shows which letters it was about. */
const selectionIsOver = (selection: string) => `
  ${selection}.created_at < $1
  AND NOT EXISTS (SELECT 1 FROM sagascope.replay_job kept WHERE kept.selection_no = ${selection}.no)`;

/** Commands of a job stay as long as it does, since its page says why a letter did not come through, and go with its letters. */
const COMMAND_IS_OVER = "e.finished_at < $1 AND (e.parameters ->> 'jobId') IS NULL";

const ITEM_IS_OVER = `
  EXISTS (SELECT 1 FROM sagascope.replay_job j WHERE j.no = e.job_no AND ${jobIsOver("j")})`;
const SELECTED_IS_OVER = `
  EXISTS (SELECT 1 FROM sagascope.letter_selection s WHERE s.no = e.selection_no AND ${selectionIsOver("s")})`;

/** Enough that a bite is full where jobs are small. */
const AT_ONCE = 200;

const REMOVE_ITEMS = `
  WITH job AS MATERIALIZED (
    SELECT e.no FROM sagascope.replay_job e
    WHERE ${jobIsOver("e")} AND EXISTS (SELECT 1 FROM sagascope.replay_item i WHERE i.job_no = e.no)
    ORDER BY e.finished_at LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED
  ), old AS MATERIALIZED (
    SELECT i.* FROM job j CROSS JOIN LATERAL (
      SELECT job_no, ordinal, command_id FROM sagascope.replay_item
      WHERE job_no = j.no ORDER BY ordinal LIMIT $2) i
    LIMIT $2
  ), commands AS (
    DELETE FROM sagascope.operator_command c USING old o WHERE c.id = o.command_id AND c.finished_at IS NOT NULL
  ), gone AS (
    DELETE FROM sagascope.replay_item i USING old o WHERE i.job_no = o.job_no AND i.ordinal = o.ordinal RETURNING 1
  )
  SELECT count(*)::int AS count, $3::text AS place FROM gone`;

const REMOVE_JOBS = `
  WITH old AS MATERIALIZED (
    SELECT e.no FROM sagascope.replay_job e
    WHERE ${jobIsOver("e")} AND NOT EXISTS (SELECT 1 FROM sagascope.replay_item i WHERE i.job_no = e.no)
    ORDER BY e.finished_at LIMIT $2 FOR UPDATE SKIP LOCKED
  ), gone AS (
    DELETE FROM sagascope.replay_job j USING old o WHERE j.no = o.no RETURNING 1
  )
  SELECT count(*)::int AS count, $3::text AS place FROM gone`;

/**
 * A selection of which a part is gone is not the one that somebody saw: with the first bite it loses its hash, by which whatever acts on
 * it names it.
 */
const REMOVE_SELECTED = `
  WITH selection AS MATERIALIZED (
    SELECT e.no FROM sagascope.letter_selection e
    WHERE ${selectionIsOver("e")} AND EXISTS (SELECT 1 FROM sagascope.letter_selection_item i WHERE i.selection_no = e.no)
    ORDER BY e.created_at LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED
  ), broken AS (
    UPDATE sagascope.letter_selection s SET hash = '' FROM selection WHERE s.no = selection.no AND s.hash <> ''
  ), old AS MATERIALIZED (
    SELECT i.* FROM selection s CROSS JOIN LATERAL (
      SELECT selection_no, ordinal FROM sagascope.letter_selection_item
      WHERE selection_no = s.no ORDER BY ordinal LIMIT $2) i
    LIMIT $2
  ), gone AS (
    DELETE FROM sagascope.letter_selection_item i USING old o
    WHERE i.selection_no = o.selection_no AND i.ordinal = o.ordinal RETURNING 1
  )
  SELECT count(*)::int AS count, $3::text AS place FROM gone`;

const REMOVE_SELECTIONS = `
  WITH old AS MATERIALIZED (
    SELECT e.no FROM sagascope.letter_selection e
    WHERE ${selectionIsOver("e")}
      AND NOT EXISTS (SELECT 1 FROM sagascope.letter_selection_item i WHERE i.selection_no = e.no)
    ORDER BY e.created_at LIMIT $2 FOR UPDATE SKIP LOCKED
  ), gone AS (
    DELETE FROM sagascope.letter_selection s USING old o WHERE s.no = o.no RETURNING 1
  )
  SELECT count(*)::int AS count, $3::text AS place FROM gone`;

const REMOVE_COMMANDS = `
  WITH old AS MATERIALIZED (
    SELECT e.id, e.finished_at FROM sagascope.operator_command e
    WHERE e.finished_at >= $3::timestamptz AND ${COMMAND_IS_OVER} ORDER BY e.finished_at LIMIT $2
  ), gone AS (
    DELETE FROM sagascope.operator_command c USING old o WHERE c.id = o.id RETURNING 1
  )
  SELECT count(*)::int AS count, (SELECT max(finished_at)::text FROM old) AS place FROM gone`;

/** What is left of operators' doings. The rows of a job or selection go before itself, so that no statement deletes a million at once. */
export const OPERATION_PURGES: readonly RowPurge[] = [
  operations("replay_item", ITEM_IS_OVER, REMOVE_ITEMS),
  operations("replay_job", jobIsOver("e"), REMOVE_JOBS),
  operations("letter_selection_item", SELECTED_IS_OVER, REMOVE_SELECTED),
  operations("letter_selection", selectionIsOver("e"), REMOVE_SELECTIONS),
  operations("operator_command", COMMAND_IS_OVER, REMOVE_COMMANDS),
];

function operations(table: string, isOver: string, remove: string): RowPurge {
  return { what: "operations", table, isOver, remove, firstPlace: "-infinity" };
}
