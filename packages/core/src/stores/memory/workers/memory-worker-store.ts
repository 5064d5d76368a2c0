import type { WorkerRegistration, WorkerStore } from "../../../engine/engine-store.ts";
import type { ShardFence } from "../../../engine/step-commit.ts";
import type { MemoryDatabase } from "../memory-database.ts";
import type { MemoryWorker } from "../memory-worker.ts";
import type { ShardRow } from "../rows.ts";
import { keyOf } from "../table.ts";
import { freeGoneWorkers, freeShardsOf } from "./free-gone-workers.ts";

/** {@link WorkerStore} of one worker in process memory. */
export function memoryWorkerStore(db: MemoryDatabase, worker: MemoryWorker): WorkerStore {
  const { project, workerId } = worker;
  return {
    register: async (registration) => db.transaction(() => register(db, worker, registration)),

    balance: async ({ release }) =>
      db.transaction(() => {
        beat(db, workerId);
        releaseShards(db, worker, new Set(release));
        const held = renewShards(db, worker);
        freeGoneWorkers(db, worker);
        const share = fairShare(db, worker);
        const taken = takeShards(db, worker, share - held.length);
        const surplus = held.slice(share).map(({ shard }) => shard);
        return { shards: [...held, ...taken].map(toFence), surplus };
      }),

    leave: async () =>
      db.transaction(() => {
        freeShardsOf(db, project, workerId);
        db.claims.remove(workerId);
        const row = db.workers.get(workerId);
        if (row !== undefined) db.workers.put(workerId, { ...row, stopped: true });
        db.wake(project);
      }),
  };
}

function register(
  db: MemoryDatabase,
  { project, workerId: id }: MemoryWorker,
  registration: WorkerRegistration,
): void {
  db.workers.put(id, { id, project, registration, heartbeatAtMs: db.nowMs(), stopped: false });
}

function beat(db: MemoryDatabase, workerId: string): void {
  const row = db.workers.get(workerId);
  if (row === undefined) return;
  db.workers.put(workerId, { ...row, heartbeatAtMs: db.nowMs(), stopped: false });
}

function shardsOf(db: MemoryDatabase, project: string): readonly ShardRow[] {
  return db.shards.rows().filter((row) => row.project === project);
}

function releaseShards(
  db: MemoryDatabase,
  { project, workerId }: MemoryWorker,
  release: ReadonlySet<number>,
): void {
  for (const row of shardsOf(db, project)) {
    if (row.owner !== workerId || !release.has(row.shard)) continue;
    db.shards.put(keyOf(project, row.shard), { ...row, owner: undefined, leasedUntilMs: 0 });
  }
}

/** A lease that ran out and was not taken by anybody is still ours: the token did not move. */
function renewShards(db: MemoryDatabase, worker: MemoryWorker): readonly ShardRow[] {
  return shardsOf(db, worker.project)
    .filter((row) => row.owner === worker.workerId)
    .map((row) => putShard(db, worker, row));
}

function takeShards(db: MemoryDatabase, worker: MemoryWorker, limit: number): readonly ShardRow[] {
  return shardsOf(db, worker.project)
    .filter((row) => row.owner === undefined || row.leasedUntilMs <= db.nowMs())
    .slice(0, Math.max(0, limit))
    .map((row) => putShard(db, worker, { ...row, token: row.token + 1 }));
}

function putShard(db: MemoryDatabase, worker: MemoryWorker, row: ShardRow): ShardRow {
  const leasedUntilMs = db.nowMs() + worker.leaseMs;
  const held = { ...row, owner: worker.workerId, leasedUntilMs };
  if (row.owner === held.owner && row.leasedUntilMs === leasedUntilMs) return row;
  db.shards.put(keyOf(row.project, row.shard), held);
  return held;
}

function fairShare(db: MemoryDatabase, { project, leaseMs }: MemoryWorker): number {
  const alive = db.workers
    .rows()
    .filter(
      (row) => row.project === project && !row.stopped && row.heartbeatAtMs > db.nowMs() - leaseMs,
    ).length;
  return Math.ceil(shardsOf(db, project).length / Math.max(1, alive));
}

function toFence({ shard, token }: ShardRow): ShardFence {
  return { shard, token: String(token) };
}
