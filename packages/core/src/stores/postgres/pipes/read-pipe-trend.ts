import type { Sql } from "../sql.ts";
import type { PipeKind } from "./samples-of.ts";

/** What was recorded in one minute. */
export interface RecordedSample {
  readonly at: Date;
  readonly kind: PipeKind;
  readonly project: string;
  readonly name: string;
  readonly waiting: number;
  /** Age of the oldest that waited then; 0: nothing did. */
  readonly ageMs: number;
}

const READ = `
  SELECT at, kind, project, name, waiting::float8 AS waiting, age_ms::float8 AS "ageMs"
  FROM sagascope.pipe_sample WHERE at >= $1 ORDER BY at`;

/** What was recorded since a time: in a minute without a sample of `all` nobody looked. */
export function readPipeTrend(sql: Sql, since: Date): Promise<readonly RecordedSample[]> {
  return sql.query<RecordedSample>("read pipe samples", READ, [since]);
}
