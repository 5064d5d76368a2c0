import type {
  LetterFilter,
  LetterSelection,
  SelectionPurpose,
} from "../../../engine/replay-jobs.ts";
import { newId } from "../../../kernel/ids.ts";
import { filterJson, requireFilter } from "../../../operations/jobs/job-request.ts";
import type { SqlPool } from "../sql.ts";
import { LONG_STATEMENT } from "./long-statement.ts";

/**
 * One statement, so one view of the letters: count, hash and ids are of the same set. `captured_at` is compared as well, since
 * a letter may have been captured before this statement began and be seen only later: then it is simply not in.
 */
const FREEZE = `
  WITH found AS MATERIALIZED (
    SELECT id, subject, source, captured_at FROM sagascope.dead_letter
    WHERE project = $2 AND captured_at <= statement_timestamp()
      AND CASE $13::text WHEN 'archive' THEN resolved_at IS NOT NULL AND archived_at IS NULL
                         WHEN 'restore' THEN archived_at IS NOT NULL ELSE resolved_at IS NULL END
      AND ($4::text IS NULL OR consumer = $4) AND ($5::text IS NULL OR reason = $5)
      AND ($6::text IS NULL OR fingerprint = $6) AND ($7::text IS NULL OR event_type = $7)
      AND ($8::text IS NULL OR position(lower($8) IN lower(subject)) > 0)
      AND ($9::timestamptz IS NULL OR captured_at >= $9) AND ($10::timestamptz IS NULL OR captured_at < $10)
      AND ($11::text[] IS NULL OR id = ANY ($11))
  ), ranked AS MATERIALIZED (
    SELECT id, row_number() OVER (ORDER BY captured_at, id)::int AS ordinal,
           dense_rank() OVER (ORDER BY subject)::int AS lane,
           row_number() OVER (PARTITION BY subject ORDER BY captured_at, id)::int AS turn
    FROM found WHERE source <> 'state' OR $13 <> 'replay'
  ), made AS (
    INSERT INTO sagascope.letter_selection
      (id, project, filter, created_by, purpose, cut_off_at, letters, subjects, hash, left_out)
    SELECT $1, $2, $3::json, $12, $13, statement_timestamp(), count(*), coalesce(max(lane), 0),
           encode(sha256(convert_to(coalesce(string_agg(id, E'\\n' ORDER BY ordinal), ''), 'UTF8')), 'hex'),
           (SELECT coalesce(json_object_agg(source, n), '{}') FROM
             (SELECT source, count(*) AS n FROM found
              WHERE source = 'state' AND $13 = 'replay' GROUP BY source) left_out)
    FROM ranked
    RETURNING no, id, project, purpose, letters, subjects, cut_off_at, hash, left_out
  ), items AS (
    INSERT INTO sagascope.letter_selection_item (selection_no, ordinal, letter_id, lane, turn)
    SELECT made.no, ranked.ordinal, ranked.id, ranked.lane, ranked.turn FROM made, ranked
  )
  SELECT id, project, purpose, letters, subjects, cut_off_at AS "cutOffAt", hash, left_out AS "leftOut" FROM made`;

/**
 * Freeze the letters that a filter finds, and say what they are: for a replay unless told otherwise, see `SelectionPurpose`.
 * Nothing but the selection is written.
 *
 * @throws {ReplayRefusedError} if the filter cannot be used
 */
export async function freezeSelection(
  sql: SqlPool,
  request: {
    readonly project: string;
    readonly filter: LetterFilter;
    readonly actor: string;
    readonly purpose?: SelectionPurpose;
  },
): Promise<LetterSelection> {
  const { project, filter, actor, purpose = "replay" } = request;
  requireFilter(filter);
  const values = [
    newId(),
    project,
    JSON.stringify(filterJson(filter)),
    filter.consumer ?? null,
    filter.reason ?? null,
    filter.cause ?? null,
    filter.eventType ?? null,
    filter.subject ?? null,
    filter.capturedFrom ?? null,
    filter.capturedBefore ?? null,
    filter.ids ?? null,
    actor,
    purpose,
  ];
  const [row] = await sql.transaction("freeze selection", async (tx) => {
    await tx.query("allow a long statement", LONG_STATEMENT);
    return tx.query<LetterSelection>("freeze selection", FREEZE, values);
  });
  if (row === undefined) throw new Error("a selection was not written"); // an INSERT of one row
  return row;
}
