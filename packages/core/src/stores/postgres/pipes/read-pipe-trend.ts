import type { Sql } from "../sql.ts";
import type { PipeKind, PipeSample } from "./samples-of.ts";

/** The most that was seen within one span of time. */
export interface SampledBucket {
  /** Number of the span, from 0. */
  readonly bucket: number;
  readonly kind: PipeKind;
  readonly project: string;
  readonly name: string;
  readonly waiting: number;
  /** Age of the oldest that waited then; 0: nothing did. */
  readonly ageMs: number;
}

/** Whose trend is read. */
export type SampledPipe = Pick<PipeSample, "kind" | "project" | "name">;

/** A walk over one stretch of the primary key; what is told is bounded by the spans and by whom it is asked for. */
const READ = `
  SELECT floor(extract(epoch FROM at - $2::timestamptz) * 1000 / $3::float8)::int AS bucket, kind, project, name,
         max(waiting)::float8 AS waiting, max(age_ms)::float8 AS "ageMs"
  FROM sagascope.pipe_sample
  WHERE grain = $1 AND at >= $2::timestamptz
    AND (kind = 'all' OR (kind, project, name) IN (SELECT * FROM unnest($4::text[], $5::text[], $6::text[])))
  GROUP BY 1, 2, 3, 4 ORDER BY 2, 3, 4, 1`;

/**
 * What was recorded since a time, of everything together and of each of `pipes`: in a span without a sample of `all` nobody looked.
 *
 * @param span - `since` is a whole minute or hour (`grain`) in UTC; `bucketMs` a multiple of it
 */
export function readPipeTrend(
  sql: Sql,
  span: { readonly grain: "minute" | "hour"; readonly since: Date; readonly bucketMs: number },
  pipes: readonly SampledPipe[],
): Promise<readonly SampledBucket[]> {
  return sql.query<SampledBucket>("read pipe samples", READ, [
    span.grain,
    span.since,
    span.bucketMs,
    pipes.map(({ kind }) => kind),
    pipes.map(({ project }) => project),
    pipes.map(({ name }) => name),
  ]);
}
