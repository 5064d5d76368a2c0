import type { DeliveryRecord } from "../engine/records.ts";
import { laneKey, laneOf, type Work, workKey } from "./work.ts";

/**
 * How much of one lane's backlog is held in memory: enough to keep it busy, little enough that one blocked subject does not
 * fill the worker.
 */
const HELD_PER_LANE_MAX = 50;

interface Lane {
  readonly key: string;
  /** Waiting deliveries in id order; the first one blocks the others until it is settled. */
  readonly queue: DeliveryRecord[];
  /** Results, timers and commands: they are not ordered against deliveries and go first. */
  readonly urgent: Work[];
  busy: boolean;
  /** Monotonic time before which the first delivery is not tried. */
  notBeforeMs: number;
  /** The lowest delivery that was left in the store because the lane was full. */
  skippedFrom: bigint | undefined;
}

/** What a worker holds in memory, by lane. Each lane does one thing at a time; lanes run side by side. */
export interface Lanes {
  /** @returns true if it is held now; false if it was already, or its lane is full */
  add(work: Work): boolean;
  /** Take work of idle lanes that is due; each lane is busy until {@link Lanes.finish}. */
  takeReady(limit: number, nowMs: number): readonly Work[];
  /** The work is over: settled, or somebody else's. */
  finish(work: Work): void;
  /** The work stays: tried again after a wait. */
  putBack(work: Work, notBeforeMs: number): void;
  /** Replace a delivery that stays by how the store holds it now. */
  update(delivery: DeliveryRecord): void;
  /** Forget the waiting deliveries of shards that are no longer held. */
  dropShards(shards: ReadonlySet<number>): void;
  isBusyIn(shard: number): boolean;
  heldDeliveryIds(): readonly string[];
  heldDeliveries(): number;
  /** When the next delivery that waits out a back-off is due, in monotonic ms; undefined if none waits. */
  nextDueMs(nowMs: number): number | undefined;
  /** Where deliveries were skipped in lanes that have room again; asking forgets it. */
  takeSkippedFrom(): bigint | undefined;
  busyLanes(): number;
}

export function createLanes(): Lanes {
  const lanes = new Map<string, Lane>();
  const held = new Map<string, Work>();
  const ready = new Set<Lane>();
  let roomFrom: bigint | undefined;
  let deliveries = 0;
  let busy = 0;

  const laneFor = (key: string): Lane => {
    const found = lanes.get(key);
    if (found) return found;
    const lane: Lane = {
      key,
      queue: [],
      urgent: [],
      busy: false,
      notBeforeMs: 0,
      skippedFrom: undefined,
    };
    lanes.set(key, lane);
    return lane;
  };

  const settleLane = (lane: Lane): void => {
    if (lane.skippedFrom !== undefined && lane.queue.length < HELD_PER_LANE_MAX / 2) {
      roomFrom = lowest(roomFrom, lane.skippedFrom);
      lane.skippedFrom = undefined;
    }
    if (lane.busy) return;
    if (lane.queue.length + lane.urgent.length > 0) ready.add(lane);
    else if (lane.skippedFrom === undefined) lanes.delete(lane.key);
  };

  const release = (lane: Lane): void => {
    if (lane.busy) busy -= 1;
    lane.busy = false;
    settleLane(lane);
  };

  return {
    add(work) {
      const name = workKey(work);
      if (held.has(name)) return false;
      const lane = laneFor(laneKey(laneOf(work)));
      if (work.kind === "delivery") {
        if (lane.queue.length >= HELD_PER_LANE_MAX || lane.skippedFrom !== undefined) {
          lane.skippedFrom = lowest(lane.skippedFrom, BigInt(work.delivery.id));
          return false;
        }
        insertInOrder(lane.queue, work.delivery);
        deliveries += 1;
      } else {
        lane.urgent.push(work);
      }
      held.set(name, work);
      if (!lane.busy) ready.add(lane);
      return true;
    },

    takeReady(limit, nowMs) {
      const taken: Work[] = [];
      for (const lane of ready) {
        if (taken.length >= limit) break;
        const work = nextOf(lane, nowMs);
        if (work === undefined) continue;
        ready.delete(lane);
        lane.busy = true;
        busy += 1;
        taken.push(work);
      }
      return taken;
    },

    finish(work) {
      held.delete(workKey(work));
      const lane = laneFor(laneKey(laneOf(work)));
      if (work.kind === "delivery" || work.kind === "relay-result") {
        const at = lane.queue.findIndex(({ id }) => id === work.delivery.id);
        if (at >= 0) {
          lane.queue.splice(at, 1);
          deliveries -= 1;
        }
        lane.notBeforeMs = 0;
      }
      release(lane);
    },

    putBack(work, notBeforeMs) {
      const lane = laneFor(laneKey(laneOf(work)));
      if (work.kind === "delivery" || work.kind === "relay-result") lane.notBeforeMs = notBeforeMs;
      else lane.urgent.unshift(work);
      release(lane);
    },

    update(delivery) {
      const lane = laneFor(laneKey({ machineId: delivery.sink, subject: delivery.subject }));
      const at = lane.queue.findIndex(({ id }) => id === delivery.id);
      if (at >= 0) lane.queue[at] = delivery;
    },

    dropShards(shards) {
      for (const lane of [...lanes.values()]) {
        const first = lane.queue[0];
        if (first === undefined || !shards.has(first.fence.shard)) continue;
        const keep = lane.busy ? 1 : 0;
        for (const delivery of lane.queue.splice(keep)) {
          held.delete(`delivery:${delivery.id}`);
          deliveries -= 1;
        }
        lane.skippedFrom = undefined;
        if (lane.queue.length + lane.urgent.length === 0) ready.delete(lane);
        settleLane(lane);
      }
    },

    isBusyIn(shard) {
      for (const lane of lanes.values()) {
        if (lane.busy && lane.queue[0]?.fence.shard === shard) return true;
      }
      return false;
    },

    heldDeliveryIds: () =>
      [...held.values()].flatMap((work) => (work.kind === "delivery" ? [work.delivery.id] : [])),
    heldDeliveries: () => deliveries,
    busyLanes: () => busy,

    nextDueMs(nowMs) {
      let next: number | undefined;
      for (const lane of ready) {
        if (lane.queue.length > 0 && lane.notBeforeMs > nowMs) {
          next = Math.min(next ?? Number.POSITIVE_INFINITY, lane.notBeforeMs);
        }
      }
      return next;
    },

    takeSkippedFrom() {
      const from = roomFrom;
      roomFrom = undefined;
      return from;
    },
  };
}

function nextOf(lane: Lane, nowMs: number): Work | undefined {
  const urgent = lane.urgent.shift();
  if (urgent !== undefined) return urgent;
  const delivery = lane.queue[0];
  if (delivery === undefined || lane.notBeforeMs > nowMs) return undefined;
  return { kind: "delivery", delivery };
}

/** Almost always at the end; a row that committed late goes before those with a higher id. */
function insertInOrder(queue: DeliveryRecord[], delivery: DeliveryRecord): void {
  const id = BigInt(delivery.id);
  let at = queue.length;
  while (at > 0 && BigInt(queue[at - 1]?.id ?? 0) > id) at -= 1;
  queue.splice(at, 0, delivery);
}

function lowest(first: bigint | undefined, second: bigint): bigint {
  return first === undefined || second < first ? second : first;
}
