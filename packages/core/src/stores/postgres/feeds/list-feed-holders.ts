import type { Sql } from "../sql.ts";

/**
 * An open stream waits for the transactions that are older than the newest pending event's; one that opens waits for those that
 * may not have seen it. Who holds a transaction is in pg_locks, which everybody may read; what it is about only its own user
 * and a superuser may see. Prepared transactions have no process.
 */
const LIST_HOLDERS = `
  WITH stream AS (
    SELECT s.topic, s.state, s.waits_for,
           (SELECT max(p.writer) FROM sagascope.feed_pending p WHERE p.stream_id = s.id) AS newest,
           (SELECT min(p.event_at) FROM sagascope.feed_pending p WHERE p.stream_id = s.id) AS oldest_at
    FROM sagascope.feed_stream s
  ), holder AS (
    SELECT s.topic, s.oldest_at, l.pid
    FROM stream s JOIN pg_locks l ON l.locktype = 'virtualxid' AND l.virtualxid = ANY (s.waits_for)
    WHERE s.state = 'waiting' AND l.granted AND l.mode = 'ExclusiveLock'
    UNION
    SELECT s.topic, s.oldest_at, NULL
    FROM stream s JOIN pg_prepared_xacts x ON x.database = current_database()
    WHERE s.state = 'waiting'
    UNION
    SELECT s.topic, s.oldest_at, l.pid
    FROM stream s
    JOIN pg_locks l ON l.locktype = 'transactionid' AND l.granted AND l.mode = 'ExclusiveLock'
      AND age(l.transactionid) >= age(s.newest::xid)
    WHERE s.state = 'open' AND s.newest >= pg_snapshot_xmin(pg_current_snapshot())
  )
  SELECT h.topic, h.pid, a.datname AS database, a.application_name AS application, a.usename AS "user", a.state,
         a.xact_start AS "openSince", clock_timestamp() AS now, h.oldest_at AS "oldestPendingAt"
  FROM holder h LEFT JOIN pg_stat_activity a ON a.pid = h.pid
  WHERE h.pid IS DISTINCT FROM pg_backend_pid()
  ORDER BY h.topic, a.xact_start NULLS LAST, h.pid`;

/** An open transaction that feeds of a topic wait for. */
export interface FeedHolder {
  readonly topic: string;
  /** The server process; null: a prepared transaction. `SELECT pg_terminate_backend(pid)` ends it. */
  readonly pid: number | null;
  /** Which may be another one of the same server. */
  readonly database: string | null;
  readonly application: string | null;
  readonly user: string | null;
  /** `active`, `idle in transaction` …; null if it may not be seen. */
  readonly state: string | null;
  readonly openSince: Date | null;
  /** The database's time of this view: what `openSince` is old by. */
  readonly now: Date;
  /** When the oldest event was recorded that waits. */
  readonly oldestPendingAt: Date | null;
}

/** What holds up the feeds, longest open first; only transactions that something waits for. */
export function listFeedHolders(sql: Sql): Promise<readonly FeedHolder[]> {
  return sql.query<FeedHolder>("list what holds up feeds", LIST_HOLDERS);
}
