import type { Sql } from "../sql.ts";

/** More than this nobody looks through; the newest are shown. */
const WORKERS_MAX = 200;

const LIST = `
  SELECT w.id, w.project, w.host, w.pid, w.version, w.started_at AS "startedAt", w.heartbeat_at AS "heartbeatAt",
         w.stopped_at AS "stoppedAt", coalesce(l.shards, 0)::int AS shards, a.total AS "shardsInAll",
         clock_timestamp() AS now
  FROM sagascope.worker w
  LEFT JOIN (
    SELECT project, owner, count(*) AS shards FROM sagascope.lane_shard
    WHERE leased_until > clock_timestamp() GROUP BY project, owner) l ON l.project = w.project AND l.owner = w.id
  CROSS JOIN LATERAL (SELECT count(*)::int AS total FROM sagascope.lane_shard s WHERE s.project = w.project) a
  WHERE w.stopped_at IS NULL OR w.stopped_at > clock_timestamp() - interval '10 minutes'
  ORDER BY w.stopped_at IS NOT NULL, w.project, w.started_at DESC LIMIT $1`;

/** A worker that runs, or that ended in the last ten minutes. */
export interface WorkerView {
  readonly id: string;
  readonly project: string;
  readonly host: string;
  readonly pid: number;
  readonly version: string;
  readonly startedAt: Date;
  readonly heartbeatAt: Date;
  /** When it left, or was found gone. */
  readonly stoppedAt: Date | null;
  /** Shards that it holds, by a lease that has not run out. */
  readonly shards: number;
  /** All shards of its project. */
  readonly shardsInAll: number;
  readonly now: Date;
}

/** Workers with what they hold, those that run first. */
export function listWorkers(sql: Sql): Promise<readonly WorkerView[]> {
  return sql.query<WorkerView>("list workers", LIST, [WORKERS_MAX]);
}
