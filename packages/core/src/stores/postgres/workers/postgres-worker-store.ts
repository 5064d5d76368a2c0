import type { WorkerRegistration, WorkerStore } from "../../../engine/engine-store.ts";
import type { ShardFence } from "../../../engine/step-commit.ts";
import type { Sql, SqlPool } from "../sql.ts";
import { WORKERS_CHANNEL } from "./channels.ts";
import { freeGoneWorkers } from "./free-gone-workers.ts";

const REGISTER = `
  INSERT INTO sagascope.worker AS w
    (id, project, host, pid, version, machines, backend_pid, backend_start)
  VALUES ($1, $2, $3, $4, $5, $6::json, $7,
    (SELECT backend_start FROM pg_stat_activity WHERE pid = $7))
  ON CONFLICT (id) DO UPDATE
    SET backend_pid = excluded.backend_pid, backend_start = excluded.backend_start, machines = excluded.machines,
        heartbeat_at = clock_timestamp(), stopped_at = NULL, session_lost_at = NULL`;

const BEAT = `
  UPDATE sagascope.worker SET heartbeat_at = clock_timestamp(), stopped_at = NULL, session_lost_at = NULL WHERE id = $1`;

const RELEASE_SHARDS = `
  UPDATE sagascope.lane_shard SET owner = NULL, leased_until = NULL
  WHERE project = $1 AND owner = $2 AND shard = ANY ($3::smallint[])`;

/** A lease that ran out and was not taken by anybody is still ours: the token did not move. */
const RENEW_SHARDS = `
  UPDATE sagascope.lane_shard
  SET leased_until = clock_timestamp() + $3::double precision * interval '1 millisecond'
  WHERE project = $1 AND owner = $2
  RETURNING shard, token`;

const COUNT_ALIVE = `
  SELECT greatest(1, count(*))::int AS alive, (SELECT count(*) FROM sagascope.lane_shard WHERE project = $1)::int AS shards
  FROM sagascope.worker
  WHERE project = $1 AND stopped_at IS NULL
    AND heartbeat_at > clock_timestamp() - $2::double precision * interval '1 millisecond'`;

const TAKE_SHARDS = `
  UPDATE sagascope.lane_shard l
  SET owner = $2, token = l.token + 1,
      leased_until = clock_timestamp() + $3::double precision * interval '1 millisecond'
  WHERE (l.project, l.shard) IN (
    SELECT project, shard FROM sagascope.lane_shard
    WHERE project = $1 AND (owner IS NULL OR leased_until <= clock_timestamp())
    ORDER BY shard LIMIT $4 FOR UPDATE SKIP LOCKED)
  RETURNING shard, token`;

const LEAVE = `
  WITH freed AS (
    UPDATE sagascope.lane_shard SET owner = NULL, leased_until = NULL WHERE project = $1 AND owner = $2
  ), unclaimed AS (
    DELETE FROM sagascope.delivery_claim WHERE worker_id = $2
  )
  UPDATE sagascope.worker SET stopped_at = clock_timestamp() WHERE id = $2`;

/** Shards may have become free, or have to be shared with one more. */
const TELL_WORKERS = `SELECT pg_notify('${WORKERS_CHANNEL}', $1)`;

export interface WorkerStoreSettings {
  readonly project: string;
  readonly workerId: string;
  readonly leaseMs: number;
  /** How long another worker whose database session broke may take to be heard of again; 2 s by default. */
  readonly sessionGraceMs?: number;
}

/** {@link WorkerStore} of one worker over Postgres. */
export function postgresWorkerStore(sql: SqlPool, settings: WorkerStoreSettings): WorkerStore {
  const { project, workerId, leaseMs } = settings;
  return {
    register: (worker) => register(sql, settings, worker),

    balance: ({ release }) =>
      sql.transaction("balance shards", async (tx) => {
        await tx.query("beat", BEAT, [workerId]);
        if (release.length > 0) {
          await tx.query("release shards", RELEASE_SHARDS, [project, workerId, release]);
          await tx.query("tell other workers", TELL_WORKERS, [project]);
        }
        const held = await tx.query<ShardFence>("renew shards", RENEW_SHARDS, [
          project,
          workerId,
          leaseMs,
        ]);
        await freeGoneWorkers(tx, settings);
        const share = await fairShare(tx, settings);
        const taken =
          held.length >= share
            ? []
            : await tx.query<ShardFence>("take shards", TAKE_SHARDS, [
                project,
                workerId,
                leaseMs,
                share - held.length,
              ]);
        const surplus = [...held]
          .sort(byShard)
          .slice(share)
          .map((fence) => fence.shard);
        return { shards: [...held, ...taken], surplus };
      }),

    leave: async () => {
      await sql.query("leave", LEAVE, [project, workerId]);
      await sql.query("hint at changes", "SELECT pg_notify('sagascope_change', '{\"w\":1}')");
      await sql.query("tell other workers", TELL_WORKERS, [project]);
    },
  };
}

async function register(
  sql: Sql,
  { project, workerId }: WorkerStoreSettings,
  worker: WorkerRegistration,
): Promise<void> {
  await sql.query("register worker", REGISTER, [
    workerId,
    project,
    worker.host,
    worker.pid,
    worker.version,
    JSON.stringify(worker.machines),
    worker.backendPid ?? null,
  ]);
  await sql.query("tell other workers", TELL_WORKERS, [project]);
}

/** The same shards are surplus at each balance, so that they can drain. */
function byShard(one: ShardFence, other: ShardFence): number {
  return one.shard - other.shard;
}

async function fairShare(sql: Sql, { project, leaseMs }: WorkerStoreSettings): Promise<number> {
  const [row] = await sql.query<{ alive: number; shards: number }>("count workers", COUNT_ALIVE, [
    project,
    leaseMs,
  ]);
  return row === undefined ? 0 : Math.ceil(row.shards / row.alive);
}
