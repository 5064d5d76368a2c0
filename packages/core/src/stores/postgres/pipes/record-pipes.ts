import { listFeeds } from "../feeds/list-feeds.ts";
import { measureWaiting } from "../outbox/measure-backlog.ts";
import type { Sql } from "../sql.ts";
import { samplesOf } from "./samples-of.ts";

/** As long as what is counted by the minute. */
const KEPT = "2 days";

const IS_RECORDED = `
  SELECT EXISTS (
    SELECT 1 FROM sagascope.pipe_sample WHERE at = date_trunc('minute', clock_timestamp(), 'UTC')) AS "isRecorded"`;

/** Two workers that looked at once have seen about the same: the first is right. */
const RECORD = `
  INSERT INTO sagascope.pipe_sample (at, kind, project, name, waiting, age_ms)
  SELECT date_trunc('minute', clock_timestamp(), 'UTC'), s.kind, s.project, s.name, s.waiting,
         greatest(0, coalesce(extract(epoch FROM clock_timestamp() - s.oldest_at) * 1000, 0))::bigint
  FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::timestamptz[])
    AS s (kind, project, name, waiting, oldest_at)
  ON CONFLICT DO NOTHING`;

const FORGET = `
  WITH gone AS (
    DELETE FROM sagascope.pipe_sample WHERE at < clock_timestamp() - interval '${KEPT}' RETURNING 1
  )
  SELECT count(*)::int AS count FROM gone`;

/**
 * Record how much waits and for how long, unless somebody has for this minute. Any worker may do it at any time; it looks at the
 * oldest hundred thousand deliveries, as the page about pipes does.
 *
 * @throws {StoreUnavailableError} if the store cannot be reached
 */
export async function recordPipes(sql: Sql): Promise<void> {
  const [look] = await sql.query<{ isRecorded: boolean }>("look for a pipe sample", IS_RECORDED);
  if (look?.isRecorded) return;
  const samples = samplesOf(await measureWaiting(sql), await listFeeds(sql));
  await sql.query("record pipes", RECORD, [
    samples.map(({ kind }) => kind),
    samples.map(({ project }) => project),
    samples.map(({ name }) => name),
    samples.map(({ waiting }) => waiting),
    samples.map(({ oldestAt }) => oldestAt),
  ]);
}

/**
 * Forget samples that are two days old.
 *
 * @returns how many went
 */
export async function forgetOldSamples(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ count: number }>("forget old pipe samples", FORGET);
  return row?.count ?? 0;
}
