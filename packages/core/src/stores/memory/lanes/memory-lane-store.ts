import type { LaneStore, TimerPage, TimerPlace } from "../../../engine/engine-store.ts";
import type { DeliveryRecord, TimerRecord } from "../../../engine/records.ts";
import { commitSteps } from "../commit/commit-steps.ts";
import type { MemoryDatabase } from "../memory-database.ts";
import type { MemoryWorker } from "../memory-worker.ts";
import type { TimerRow } from "../rows.ts";
import { keyOf } from "../table.ts";
import { loadWork, toInstanceRecord } from "./load-work.ts";
import { readDeliveries } from "./read-deliveries.ts";
import { toTimerRecord } from "./to-timer-record.ts";

/** {@link LaneStore} of one worker in process memory. */
export function memoryLaneStore(db: MemoryDatabase, worker: MemoryWorker): LaneStore {
  const { project, workerId } = worker;
  return {
    readDeliveries: async (request) => {
      const read = readDeliveries(db, project, request);
      if (request.claimWith === undefined || read.length === 0) return read;
      const deliveryIds = [...request.claimWith, ...read.map(({ id }) => id)];
      db.transaction(() =>
        db.claims.put(workerId, { workerId, project, deliveryIds, alone: false }),
      );
      return read.map((delivery) => ({ ...delivery, instance: instanceOf(db, delivery) }));
    },
    holdDeliveries: async (deliveryIds, alone) =>
      db.transaction(() => db.claims.put(workerId, { workerId, project, deliveryIds, alone })),
    load: async (instances, receipts) => loadWork(db, instances, receipts),
    commit: async (commits) => commitSteps(db, worker, commits),
    dueTimers: async (shards, limit, after) =>
      db.transaction(() => dueTimers(db, worker, new Set(shards), limit, after)),
    countTimerTry: async (timer, change) => db.transaction(() => countTimerTry(db, timer, change)),
    findEnvelope: async (envelopeId) => db.eventsById.get(envelopeId)?.envelope,
  };
}

function instanceOf(db: MemoryDatabase, { sink, subject }: DeliveryRecord) {
  const row = db.instances.get(keyOf(sink, subject));
  return row === undefined ? "none" : toInstanceRecord(row);
}

/** Those that this worker takes up are counted as handed out, once. */
function dueTimers(
  db: MemoryDatabase,
  { project, workerId }: MemoryWorker,
  shards: ReadonlySet<number>,
  limit: number,
  after: TimerPlace | undefined,
): TimerPage {
  const nowMs = db.nowMs();
  const page = db.timers
    .rows()
    .filter((row) => row.project === project && row.dueAtMs <= nowMs && shards.has(row.shard))
    .filter((row) => after === undefined || compareDue(placeOf(row), after) > 0)
    .sort((first, second) => compareDue(placeOf(first), placeOf(second)))
    .slice(0, limit);
  const timers = page.map((row) => {
    if (row.takenBy === workerId) return toTimerRecord(row);
    const taken = { ...row, deliveries: row.deliveries + 1, takenBy: workerId };
    db.timers.put(keyOf(row.machineId, row.subject, row.ref), taken);
    return toTimerRecord(taken);
  });
  const last = page[limit - 1];
  return { timers, cutAt: last && placeOf(last) };
}

function placeOf({ dueAtMs, machineId, subject, ref }: TimerRow): TimerPlace {
  return { dueAt: String(dueAtMs), machineId, subject, ref };
}

function compareDue(first: TimerPlace, second: TimerPlace): number {
  const keyOfPlace = ({ machineId, subject, ref }: TimerPlace) => keyOf(machineId, subject, ref);
  const byTime = Number(first.dueAt) - Number(second.dueAt);
  return (
    byTime ||
    (keyOfPlace(first) < keyOfPlace(second) ? -1 : Number(keyOfPlace(first) > keyOfPlace(second)))
  );
}

function countTimerTry(
  db: MemoryDatabase,
  { machineId, subject, ref, revision }: TimerRecord,
  change: "begins" | "is over",
): void {
  const key = keyOf(machineId, subject, ref);
  const row = db.timers.get(key);
  if (row?.revision !== revision) return;
  const attempts = Math.max(0, row.attempts + (change === "begins" ? 1 : -1));
  db.timers.put(key, { ...row, attempts });
}
