import type { DeliveryRequest } from "../../../engine/engine-store.ts";
import type { DeliveryRecord } from "../../../engine/records.ts";
import type { ShardFence } from "../../../engine/step-commit.ts";
import type { MemoryDatabase } from "../memory-database.ts";
import type { DeliveryRow } from "../rows.ts";
import { keyOf } from "../table.ts";

/** Deliveries of the shards held, in id order, with the envelopes as they were sent; of a shard that was lost, none. */
export function readDeliveries(
  db: MemoryDatabase,
  project: string,
  request: DeliveryRequest,
): readonly DeliveryRecord[] {
  const held = request.shards.filter((fence) => isHeld(db, project, fence));
  const fences = new Map(held.map((fence) => [fence.shard, fence]));
  const except = new Set(request.exceptIds);
  const isAsked = laneTest(request.lanes);
  return db.deliveries
    .rows()
    .filter(
      (row) =>
        row.project === project &&
        fences.has(row.shard) &&
        !except.has(String(row.id)) &&
        isAsked(row),
    )
    .sort((first, second) => first.id - second.id)
    .slice(0, request.limit)
    .map((row) => toRecord(db, row, fences.get(row.shard) as ShardFence));
}

function toRecord(db: MemoryDatabase, row: DeliveryRow, fence: ShardFence): DeliveryRecord {
  const { kind, sink, subject, topic, envelope, deliveries, attempts, errors } = row;
  const event = db.subscriptions.get(keyOf(topic, row.type, sink))?.event ?? undefined;
  return {
    id: String(row.id),
    fence,
    kind,
    sink,
    subject,
    topic,
    envelope,
    ...(event === undefined ? {} : { event }),
    deliveries,
    attempts,
    errors,
    dueInMs: Math.max(0, row.dueAtMs - db.nowMs()),
  };
}

function isHeld(db: MemoryDatabase, project: string, { shard, token }: ShardFence): boolean {
  return String(db.shards.get(keyOf(project, shard))?.token) === token;
}

function laneTest(lanes: DeliveryRequest["lanes"]): (row: DeliveryRow) => boolean {
  if (lanes === undefined) return () => true;
  const names = new Set(lanes.names.map(({ machineId, subject }) => keyOf(machineId, subject)));
  return ({ sink, subject }) => names.has(keyOf(sink, subject)) === (lanes.kind === "only");
}
