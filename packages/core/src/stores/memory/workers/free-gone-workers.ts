import { putEffect } from "../effects/put-effect.ts";
import type { MemoryDatabase } from "../memory-database.ts";
import type { MemoryWorker } from "../memory-worker.ts";
import type { ClaimRow } from "../rows.ts";
import { keyOf } from "../table.ts";
import { workerDied } from "../worker-died.ts";

/** Free all that workers held who have not beaten for the length of a lease, and count what they may have touched. */
export function freeGoneWorkers(db: MemoryDatabase, worker: MemoryWorker): void {
  const gone = db.workers
    .rows()
    .filter(
      (row) =>
        row.project === worker.project &&
        row.id !== worker.workerId &&
        !row.stopped &&
        row.heartbeatAtMs < db.nowMs() - worker.leaseMs,
    );
  for (const row of gone) {
    db.workers.put(row.id, { ...row, stopped: true });
    freeShardsOf(db, worker.project, row.id);
    countDeliveries(db, db.claims.get(row.id));
    db.claims.remove(row.id);
    freeEffectsOf(db, row.id);
  }
}

/** What a worker owned is there for others. */
export function freeShardsOf(db: MemoryDatabase, project: string, workerId: string): void {
  for (const row of db.shards.rows()) {
    if (row.project !== project || row.owner !== workerId) continue;
    db.shards.put(keyOf(project, row.shard), { ...row, owner: undefined, leasedUntilMs: 0 });
  }
}

/** If it tried one delivery by itself, the crash was that delivery's doing and counts as a try. */
function countDeliveries(db: MemoryDatabase, claim: ClaimRow | undefined): void {
  for (const id of claim?.deliveryIds ?? []) {
    const row = db.deliveries.get(id);
    if (row === undefined) continue;
    const counted = { ...row, deliveries: row.deliveries + 1 };
    const died = workerDied(db, "delivery", row.attempts + 1);
    db.deliveries.put(
      id,
      claim?.alone
        ? { ...counted, attempts: row.attempts + 1, errors: [...row.errors, died] }
        : counted,
    );
  }
}

/** If it tried one call by itself, the crash was that call's doing; the others that it held had not begun. */
function freeEffectsOf(db: MemoryDatabase, workerId: string): void {
  const held = db.openEffects
    .rows()
    .filter(({ leasedBy, status }) => leasedBy === workerId && status === "pending");
  const isOneAlone = held.some(({ alone }) => alone);
  for (const row of held) {
    const ran = row.alone || !isOneAlone;
    putEffect(db, {
      ...row,
      ...(row.alone
        ? { errors: [...row.errors, workerDied(db, "call", row.attempts)] }
        : { attempts: Math.max(0, row.attempts - 1) }),
      deaths: row.deaths + (ran ? 1 : 0),
      alone: false,
      leasedBy: undefined,
      leasedUntilMs: undefined,
    });
  }
}
