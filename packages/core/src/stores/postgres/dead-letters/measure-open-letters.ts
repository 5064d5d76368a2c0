import type { Sql } from "../sql.ts";

/** Spans of time, from a whole hour or day in UTC on, that letters are counted in. */
export interface LetterSpans {
  readonly since: Date;
  /** Whole hours, or whole days where it looks further back than tallies are kept by the hour. */
  readonly bucketMs: number;
}

/** Open letters captured in one span. */
export interface LetterBucket {
  /** Number of the span, from 0. */
  readonly bucket: number;
  readonly letters: number;
}

/** Open letters of one cause. */
export interface OpenCause {
  readonly fingerprint: string;
  readonly title: string;
  /** One of those that gave up. */
  readonly consumer: string;
  readonly letters: number;
  /** Of these, those captured in the running hour by the clock and the one before. */
  readonly lately: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
  /** Those captured since; spans in which none was are left out. */
  readonly buckets: readonly LetterBucket[];
}

/** How many letters nobody has dealt with, in one view of the store for each part. */
export interface OpenLetters {
  readonly byConsumer: readonly { readonly consumer: string; readonly letters: number }[];
  /** Of all causes. */
  readonly buckets: readonly LetterBucket[];
  /** The causes with the most of them. */
  readonly causes: readonly OpenCause[];
  /** How many causes there are. */
  readonly causeCount: number;
}

/** As they were tallied when they were written, and what changed since, in one view. */
const OPEN = `
  SELECT fingerprint, consumer, hour, letters FROM sagascope.letter_tally WHERE state = 'open'
  UNION ALL
  SELECT fingerprint, consumer, hour, letters FROM sagascope.letter_tally_change WHERE state = 'open'`;

const BUCKET = "floor(extract(epoch FROM hour - $1::timestamptz) * 1000 / $2::float8)::int";

const BY_CONSUMER = `
  SELECT consumer, sum(letters)::int AS letters FROM (${OPEN}) tally
  GROUP BY consumer HAVING sum(letters) > 0 ORDER BY consumer`;

const BY_BUCKET = `
  SELECT ${BUCKET} AS bucket, sum(letters)::int AS letters FROM (${OPEN}) tally
  WHERE hour >= $1 GROUP BY 1 HAVING sum(letters) > 0`;

/** What a cause was called and when, from an index for each, so that their sizes do not matter. */
const CAUSES = `
  WITH counted AS MATERIALIZED (
    SELECT fingerprint, max(consumer) AS consumer, sum(letters)::int AS letters,
           coalesce(sum(letters) FILTER (WHERE hour >= date_trunc('hour', clock_timestamp(), 'UTC') - interval '1 hour'), 0)::int AS lately,
           count(*) OVER ()::int AS "causeCount"
    FROM (${OPEN}) tally GROUP BY fingerprint HAVING sum(letters) > 0
    ORDER BY sum(letters) DESC, fingerprint LIMIT $1
  )
  SELECT c.*, latest.cause_title AS title, latest.last_seen_at AS "lastAt", first.captured_at AS "firstAt"
  FROM counted c
  CROSS JOIN LATERAL (
    SELECT cause_title, last_seen_at FROM sagascope.dead_letter
    WHERE fingerprint = c.fingerprint AND resolved_at IS NULL ORDER BY last_seen_at DESC LIMIT 1) latest
  CROSS JOIN LATERAL (
    SELECT captured_at FROM sagascope.dead_letter
    WHERE fingerprint = c.fingerprint AND resolved_at IS NULL ORDER BY captured_at LIMIT 1) first
  ORDER BY c.letters DESC, c.fingerprint`;

const BUCKETS_OF_CAUSES = `
  SELECT fingerprint, ${BUCKET} AS bucket, sum(letters)::int AS letters FROM (${OPEN}) tally
  WHERE hour >= $1 AND fingerprint = ANY ($3::text[]) GROUP BY 1, 2 HAVING sum(letters) > 0`;

/**
 * Measure the open letters, by who gave up, by cause and over time. Asked for again and again, so it reads tallies: the cost is the same
 * however many letters there are.
 *
 * @param causesMax - so many causes, those with the most letters
 */
export async function measureOpenLetters(
  sql: Sql,
  { since, bucketMs }: LetterSpans,
  causesMax: number,
): Promise<OpenLetters> {
  const span = [since, bucketMs];
  const [byConsumer, buckets, causes] = await Promise.all([
    sql.query<OpenLetters["byConsumer"][number]>("open letters by consumer", BY_CONSUMER),
    sql.query<LetterBucket>("open letters by time", BY_BUCKET, span),
    sql.query<Omit<OpenCause, "buckets"> & { readonly causeCount: number }>(
      "open letters by cause",
      CAUSES,
      [causesMax],
    ),
  ]);
  const fingerprints = causes.map(({ fingerprint }) => fingerprint);
  const spread =
    fingerprints.length === 0
      ? []
      : await sql.query<LetterBucket & { readonly fingerprint: string }>(
          "open letters by cause and time",
          BUCKETS_OF_CAUSES,
          [...span, fingerprints],
        );
  return {
    byConsumer,
    buckets,
    causes: causes.map(({ causeCount: _all, ...cause }) => ({
      ...cause,
      buckets: spread.filter(({ fingerprint }) => fingerprint === cause.fingerprint),
    })),
    causeCount: causes[0]?.causeCount ?? 0,
  };
}
