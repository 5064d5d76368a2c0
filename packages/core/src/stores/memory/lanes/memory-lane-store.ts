import type { LaneStore } from "../../../engine/engine-store.ts";
import type { TimerRecord } from "../../../engine/records.ts";
import { commitSteps } from "../commit/commit-steps.ts";
import type { MemoryDatabase } from "../memory-database.ts";
import type { MemoryWorker } from "../memory-worker.ts";
import { loadWork } from "./load-work.ts";
import { readDeliveries } from "./read-deliveries.ts";

/** {@link LaneStore} of one worker in process memory. */
export function memoryLaneStore(db: MemoryDatabase, worker: MemoryWorker): LaneStore {
  const { project, workerId } = worker;
  return {
    readDeliveries: async (request) => readDeliveries(db, project, request),
    holdDeliveries: async (deliveryIds, alone) =>
      db.transaction(() => db.claims.put(workerId, { workerId, project, deliveryIds, alone })),
    load: async (instances, receipts) => loadWork(db, instances, receipts),
    commit: async (commits) => commitSteps(db, worker, commits),
    dueTimers: async (shards, limit) => dueTimers(db, project, new Set(shards), limit),
    findEnvelope: async (envelopeId) => db.eventsById.get(envelopeId)?.envelope,
  };
}

function dueTimers(
  db: MemoryDatabase,
  project: string,
  shards: ReadonlySet<number>,
  limit: number,
): readonly TimerRecord[] {
  const nowMs = db.nowMs();
  return db.timers
    .rows()
    .filter((row) => row.project === project && row.dueAtMs <= nowMs && shards.has(row.shard))
    .sort((first, second) => first.dueAtMs - second.dueAtMs)
    .slice(0, limit)
    .map(({ machineId, subject, ref, revision, event, label, causeEventId, causeDepth }) => ({
      machineId,
      subject,
      ref,
      revision,
      event,
      label,
      causeEventId,
      causeDepth,
    }));
}
