import { listFeeds } from "../feeds/list-feeds.ts";
import { measureWaiting } from "../outbox/measure-backlog.ts";
import type { Sql } from "../sql.ts";
import { samplesOf } from "./samples-of.ts";

/** As long as what is counted by the minute. */
const MINUTES_KEPT = "2 days";
/** A week, which is as far as charts look back, and the day that is not over. */
const HOURS_KEPT = "8 days";

const IS_RECORDED = `
  SELECT EXISTS (
    SELECT 1 FROM sagascope.pipe_sample
    WHERE grain = 'minute' AND at = date_trunc('minute', clock_timestamp(), 'UTC')) AS "isRecorded"`;

/**
 * Each look counts for its minute and its hour, and the most that one of them saw is kept: that two workers looked at once changes
 * nothing. Sorted, so that two who record at once wait for each other instead of deadlocking.
 */
const RECORD = `
  INSERT INTO sagascope.pipe_sample AS known (grain, at, kind, project, name, waiting, age_ms)
  SELECT g.grain, date_trunc(g.grain, look.at, 'UTC'), s.kind, s.project, s.name, s.waiting,
         greatest(0, coalesce(extract(epoch FROM look.at - s.oldest_at) * 1000, 0))::bigint
  FROM (SELECT clock_timestamp() AS at) look
  CROSS JOIN (VALUES ('minute'), ('hour')) AS g (grain)
  CROSS JOIN unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::timestamptz[])
    AS s (kind, project, name, waiting, oldest_at)
  ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (grain, at, kind, project, name) DO UPDATE
    SET waiting = greatest(known.waiting, excluded.waiting), age_ms = greatest(known.age_ms, excluded.age_ms)`;

const FORGET = `
  WITH gone AS (
    DELETE FROM sagascope.pipe_sample
    WHERE (grain = 'minute' AND at < clock_timestamp() - interval '${MINUTES_KEPT}')
       OR (grain = 'hour' AND at < clock_timestamp() - interval '${HOURS_KEPT}')
    RETURNING 1
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
 * Forget minutes that are two days old and hours that are eight days old.
 *
 * @returns how many went
 */
export async function forgetOldSamples(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ count: number }>("forget old pipe samples", FORGET);
  return row?.count ?? 0;
}
