import { OperationRefusedError } from "../../../operations/errors.ts";
import type { Sql } from "../sql.ts";
import {
  type LetterSearch,
  LOOKED_THROUGH_MAX,
  letterCondition,
  searchValues,
} from "./letter-condition.ts";
import type { LetterSummary } from "./list-letters.ts";
import { SUMMARY_COLUMNS } from "./list-letters.ts";

/** A letter as a list shows it. */
export interface FoundLetter extends LetterSummary {
  readonly machineVersion: string | null;
  readonly archivedAt: Date | null;
}

/** One page of letters, the newest capture first. */
export interface LetterSearchPage {
  readonly rows: readonly FoundLetter[];
  /** Where the next page begins; undefined on the last. */
  readonly nextCursor: string | undefined;
  /** Whether the page ends because so many letters were looked through, not because it is full: there may be more behind it. */
  readonly lookedEnough: boolean;
}

interface Row extends FoundLetter {
  readonly micros: string;
  readonly fits: boolean;
}

/** The page begins right after the cursor's letter, whether that is still there or not. */
const PAGE = (search: LetterSearch, isFirst: boolean) => `
  SELECT ${SUMMARY_COLUMNS}, machine_version AS "machineVersion", archived_at AS "archivedAt",
         (extract(epoch FROM captured_at) * 1000000)::bigint::text AS micros, true AS fits
  FROM sagascope.dead_letter
  WHERE ${letterCondition(search)} AND $6::text IS NULL
    AND ${isFirst ? "$7::text IS NULL AND $8::text IS NULL" : AFTER}
  ORDER BY captured_at DESC, id LIMIT $9`;

const AFTER = `
  captured_at <= to_timestamp(0) + $7::bigint * interval '1 microsecond'
  AND (captured_at < to_timestamp(0) + $7::bigint * interval '1 microsecond' OR id > $8)`;

/** The last letter that was looked at comes along, for the next page begins there. */
const MATCHING_PAGE = (search: LetterSearch, isFirst: boolean) => `
  WITH newest AS MATERIALIZED (
    SELECT id, captured_at, row_number() OVER (ORDER BY captured_at DESC, id) AS n, position(lower($6) IN lower(subject)) > 0 AS fits
    FROM (SELECT id, captured_at, subject FROM sagascope.dead_letter
          WHERE ${letterCondition(search)} AND ${isFirst ? "$7::text IS NULL AND $8::text IS NULL" : AFTER}
          ORDER BY captured_at DESC, id LIMIT ${LOOKED_THROUGH_MAX}) looked
  ), chosen AS (
    (SELECT * FROM newest WHERE fits ORDER BY n LIMIT $9)
    UNION (SELECT * FROM newest WHERE n = ${LOOKED_THROUGH_MAX})
  )
  SELECT l.*, c.fits FROM chosen c
  JOIN (SELECT ${SUMMARY_COLUMNS}, machine_version AS "machineVersion", archived_at AS "archivedAt",
               (extract(epoch FROM captured_at) * 1000000)::bigint::text AS micros
        FROM sagascope.dead_letter) l ON l.id = c.id
  ORDER BY c.n`;

/**
 * Letters that a search finds. Where a part of the subject is given, a page looks through so many letters and no further.
 *
 * @param page.cursor - of the page before
 * @throws {OperationRefusedError} if the cursor is none
 */
export async function searchLetters(
  sql: Sql,
  search: LetterSearch,
  page: { readonly cursor?: string; readonly limit: number },
): Promise<LetterSearchPage> {
  const { cursor, limit } = page;
  const after = cursor === undefined ? [null, null] : parseCursor(cursor);
  const text = (search.subject ? MATCHING_PAGE : PAGE)(search, cursor === undefined);
  const values = [...searchValues(search), ...after, limit + 1];
  const found = await sql.query<Row>("search letters", text, values);
  const fitting = found.filter(({ fits }) => fits);
  const shown = fitting.slice(0, limit);
  const lookedEnough = fitting.length <= limit && found.some(({ fits }) => !fits);
  const last = fitting.length > limit ? shown.at(-1) : lookedEnough ? found.at(-1) : undefined;
  return {
    rows: shown.map(({ micros: _micros, fits: _fits, ...row }) => row),
    nextCursor: last && `${last.micros}.${last.id}`,
    lookedEnough,
  };
}

function parseCursor(cursor: string): readonly [string, string] {
  const [, micros, id] = /^(\d{1,18})\.(.+)$/s.exec(cursor) ?? [];
  if (micros === undefined || id === undefined) {
    throw new OperationRefusedError(`cursor: '${cursor}' is none that a page of letters gave`);
  }
  return [micros, id];
}
