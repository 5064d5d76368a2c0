import { LeasesNotHandedBackError } from "../../../engine/errors.ts";
import { appendAudit } from "../audit/append-audit.ts";
import type { Sql, SqlPool } from "../sql.ts";
import { WORKERS_CHANNEL } from "./channels.ts";
import { freeLeases } from "./free-gone-workers.ts";

/** As long as a lease: whoever was heard of since may hold one. */
const SILENT_MIN_MS = 10_000;
const REASON_CHARACTERS_MAX = 1_000;

const FIND_WORKER = `
  SELECT project, stopped_at IS NOT NULL AS stopped,
         (extract(epoch FROM clock_timestamp() - heartbeat_at) * 1000)::float8 AS "silentMs"
  FROM sagascope.worker WHERE id = $1 FOR UPDATE`;

const COUNT_HELD = `
  SELECT (SELECT count(*) FROM sagascope.lane_shard WHERE project = $1 AND owner = $2)::int AS shards,
         (SELECT coalesce(sum(cardinality(delivery_ids)), 0) FROM sagascope.delivery_claim WHERE worker_id = $2)::int AS deliveries,
         (SELECT count(*) FROM sagascope.effect WHERE leased_by = $2 AND status = 'pending')::int AS calls`;

const MARK_STOPPED =
  "UPDATE sagascope.worker SET stopped_at = coalesce(stopped_at, clock_timestamp()) WHERE id = $1";

const TELL = `SELECT pg_notify('${WORKERS_CHANNEL}', $1), pg_notify('sagascope_change', '{"w":1,"a":1}')`;

/** What a worker holds. */
export interface HeldLeases {
  /** Lanes, by the shard. */
  readonly shards: number;
  /** Deliveries that it may have been handling. */
  readonly deliveries: number;
  /** Service calls under way. */
  readonly calls: number;
}

export interface HandBack {
  readonly workerId: string;
  readonly actor: string;
  /** Says what would be handed back, and changes nothing. */
  readonly dryRun: boolean;
  /** Required unless it is a dry run. Kept in the audit. */
  readonly reason?: string;
}

/**
 * Take from a dead worker what it holds, so that others go on with it at once. If it was only slow, it finds its leases gone and
 * commits nothing; a service call that it has under way may be made once more. Audited in the same transaction.
 *
 * @throws {LeasesNotHandedBackError} if there is no such worker, it was heard of within the length of a lease, or no reason is given
 */
export function handBackLeases(pool: SqlPool, request: HandBack): Promise<HeldLeases> {
  const { workerId, actor, dryRun } = request;
  const reason = request.reason?.trim() ?? "";
  const refuse = (why: string) => new LeasesNotHandedBackError(workerId, why);
  if (!dryRun && (reason === "" || reason.length > REASON_CHARACTERS_MAX)) {
    throw refuse(`a reason of at most ${REASON_CHARACTERS_MAX} characters is required`);
  }
  return pool.transaction("hand back leases", async (sql) => {
    const [worker] = await sql.query<{ project: string; stopped: boolean; silentMs: number }>(
      "find worker",
      FIND_WORKER,
      [workerId],
    );
    if (worker === undefined) throw refuse("there is no such worker");
    if (!worker.stopped && worker.silentMs < SILENT_MIN_MS) throw refuse("it is alive");
    const held = await countHeld(sql, worker.project, workerId);
    if (dryRun) return held;
    await sql.query("mark stopped", MARK_STOPPED, [workerId]);
    await freeLeases(sql, worker.project, [workerId]);
    const target = `worker ${workerId}`;
    const entry = { actor, action: "worker hand-back", target, reason, outcome: "handed back" };
    await appendAudit(sql, [{ ...entry, detail: { project: worker.project, ...held } }]);
    await sql.query("tell workers", TELL, [worker.project]);
    return held;
  });
}

async function countHeld(sql: Sql, project: string, workerId: string): Promise<HeldLeases> {
  const [held] = await sql.query<HeldLeases>("count leases", COUNT_HELD, [project, workerId]);
  return held ?? { shards: 0, deliveries: 0, calls: 0 };
}
