import { UnknownFeedError } from "../../../feeds/errors.ts";
import type { FeedLeaseStore, FeedPartition } from "../../../feeds/feed-stores.ts";
import type { Sql } from "../sql.ts";
import { cursorKey, THIS_CURSOR } from "./this-cursor.ts";

/** Who let go of a lease has no owner any more: an owner whose lease ran out was not asked. */
const ACQUIRE = `
  WITH taken AS (
    UPDATE sagascope.feed_cursor c
    SET owner = $5, token = c.token + 1,
        suspected_at = CASE WHEN c.owner IS NOT NULL THEN coalesce(c.position, 0) ELSE c.suspected_at END,
        tries = CASE WHEN c.suspected_at = coalesce(c.position, 0) THEN c.tries ELSE 0 END,
        leased_until = clock_timestamp() + $6::double precision * interval '1 millisecond'
    FROM sagascope.feed f
    WHERE ${THIS_CURSOR} AND f.partitions = $4 AND (c.owner IS NULL OR c.leased_until <= clock_timestamp())
    RETURNING c.token, CASE WHEN c.suspected_at = coalesce(c.position, 0) THEN c.tries END AS suspect_tries
  )
  SELECT (SELECT token FROM taken) AS token, (SELECT suspect_tries FROM taken) AS "suspectTries",
         EXISTS (SELECT 1 FROM sagascope.feed WHERE project = $1 AND name = $2) AS known`;

/** A lease that ran out and was not taken by anybody is still ours: the token did not move. */
const RENEW = `
  UPDATE sagascope.feed_cursor c
  SET leased_until = clock_timestamp() + $5::double precision * interval '1 millisecond'
  FROM sagascope.feed f
  WHERE ${THIS_CURSOR} AND c.token = $4 AND c.owner IS NOT NULL
  RETURNING 1`;

const RELEASE = `
  UPDATE sagascope.feed_cursor c SET owner = NULL, leased_until = NULL
  FROM sagascope.feed f
  WHERE ${THIS_CURSOR} AND c.token = $4`;

const FAIR_SHARE = `
  SELECT ceil(f.partitions::numeric / greatest(1, count(w.id)))::int AS share
  FROM sagascope.feed f
  LEFT JOIN sagascope.worker w ON w.project = f.project AND w.stopped_at IS NULL
    AND w.heartbeat_at > clock_timestamp() - $3::double precision * interval '1 millisecond'
  WHERE f.project = $1 AND f.name = $2
  GROUP BY f.partitions`;

export interface FeedLeaseSettings {
  readonly project: string;
  /** Unique to this run of the process. */
  readonly workerId: string;
  /** How long a worker is thought alive without a beat. */
  readonly workerLeaseMs: number;
}

/** {@link FeedLeaseStore} of one worker over Postgres. */
export function postgresFeedLeases(sql: Sql, settings: FeedLeaseSettings): FeedLeaseStore {
  const { project, workerId, workerLeaseMs } = settings;
  const keyOf = (partition: FeedPartition) => cursorKey(project, partition);
  return {
    async acquire(partition, leaseMs) {
      const [row] = await sql.query<{
        token: string | null;
        suspectTries: number | null;
        known: boolean;
      }>("lead a feed", ACQUIRE, [
        ...keyOf(partition),
        ...[partition.partitions, workerId, leaseMs],
      ]);
      if (row?.known !== true) throw new UnknownFeedError(project, partition.feed);
      const { token, suspectTries } = row;
      if (token === null) return undefined;
      return { token, ...(suspectTries === null ? {} : { suspectTries }) };
    },

    async renew(partition, { token }, leaseMs) {
      const rows = await sql.query("renew a feed's lease", RENEW, [
        ...keyOf(partition),
        token,
        leaseMs,
      ]);
      return rows.length === 1;
    },

    async release(partition, { token }) {
      await sql.query("release a feed's lease", RELEASE, [...keyOf(partition), token]);
    },

    async fairShare(feed) {
      const [row] = await sql.query<{ share: number }>("share a feed", FAIR_SHARE, [
        project,
        feed,
        workerLeaseMs,
      ]);
      return row?.share ?? 1;
    },
  };
}
