import { WORK_COUNTED, type WorkCounts } from "../../../engine/work-counts.ts";
import type { Sql } from "../sql.ts";
import { countColumn } from "./count-columns.ts";

/** What one machine did within one span of time. */
export interface CountedSpan extends WorkCounts {
  readonly project: string;
  /** A machine, or a relay. */
  readonly machineId: string;
  /** Number of the span, from 0. */
  readonly bucket: number;
}

const SUMS = WORK_COUNTED.map((what) => `sum(${countColumn(what)})::float8 AS "${what}"`).join(
  ", ",
);

/** What was not added up yet counts, too. A bucket is so many whole minutes or hours. */
const READ_SPANS = `
  SELECT project, machine_id AS "machineId",
         floor(extract(epoch FROM at - $2::timestamptz) * 1000 / $3::float8)::int AS bucket, ${SUMS}
  FROM (
    SELECT at, project, machine_id, ${WORK_COUNTED.map(countColumn).join(", ")}
    FROM sagascope.work_count WHERE grain = $1 AND at >= $2::timestamptz
    UNION ALL
    SELECT at, project, machine_id, ${WORK_COUNTED.map(countColumn).join(", ")}
    FROM sagascope.work_entry WHERE at >= $2::timestamptz
  ) AS counted
  GROUP BY 1, 2, 3`;

const READ_TOTALS = `
  SELECT project, machine_id AS "machineId", 0 AS bucket, ${SUMS}
  FROM (
    SELECT project, machine_id, ${WORK_COUNTED.map(countColumn).join(", ")}
    FROM sagascope.work_count WHERE grain = 'total'
    UNION ALL
    SELECT project, machine_id, ${WORK_COUNTED.map(countColumn).join(", ")} FROM sagascope.work_entry
  ) AS counted
  GROUP BY 1, 2 ORDER BY 1, 2`;

/**
 * What each machine did since a time, span by span; spans in which it did nothing are left out.
 *
 * @param span - `since` is a whole minute or hour (`grain`) in UTC; `bucketMs` a multiple of it
 */
export function readCounts(
  sql: Sql,
  span: { readonly grain: "minute" | "hour"; readonly since: Date; readonly bucketMs: number },
): Promise<CountedSpan[]> {
  return sql.query("read counts", READ_SPANS, [span.grain, span.since, span.bucketMs]);
}

/** What each machine did since it was first counted. These numbers never go down. */
export function readTotals(sql: Sql): Promise<CountedSpan[]> {
  return sql.query("read totals", READ_TOTALS);
}
