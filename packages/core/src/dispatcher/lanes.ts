import type { DeliveryRecord } from "../engine/records.ts";
import {
  createLane,
  insertInOrder,
  isDelivery,
  isDoingDelivery,
  type Lane,
  nextOf,
  removeSuspect,
  type Suspect,
  suspectOf,
} from "./lane.ts";
import { createReadyLanes } from "./ready-lanes.ts";
import { type LaneName, laneKey, laneOf, type Work, workKey } from "./work.ts";

/**
 * How much of one lane's backlog is held in memory: enough to keep it busy, little enough that one blocked subject does not
 * fill the worker.
 */
const HELD_PER_LANE_MAX = 50;

/** What one read brought: of its lanes, everything in the store that was not held already, from the first on. */
export interface Page {
  readonly deliveries: readonly DeliveryRecord[];
  /** The read ended at its limit: there may be more behind. */
  readonly isCut: boolean;
  /** The lanes that were read, if only some were. */
  readonly only?: readonly LaneName[];
}

/** What a worker holds in memory, by lane. Each lane does one thing at a time; lanes run side by side. */
export interface Lanes {
  /** Hold a result, timer or command. */
  add(work: Exclude<Work, { kind: "delivery" }>): void;
  /** Hold the deliveries of a page, as far as their lanes have room. */
  addPage(page: Page, nowMs: number): void;
  /**
   * Take work of idle lanes that is due, each lane busy until {@link Lanes.finish}. A suspect is left where it is.
   *
   * @param only - `results` leaves everything but the results of service calls
   */
  takeReady(limit: number, nowMs: number, only?: "results"): readonly Work[];
  /** Work that is due and may have ended a worker: handed out more often than it was tried. */
  findSuspect(nowMs: number): Suspect | undefined;
  take(suspect: Suspect): Work;
  /** The work is over. */
  finish(work: Work): void;
  /**
   * The work is not ours to end, or not now: what its lane still waits for is read again, in order.
   *
   * @param readAtMs - and not before
   */
  abandon(work: Work, readAtMs?: number): void;
  /** The work stays: tried again after a wait. */
  putBack(work: Work, notBeforeMs: number): void;
  /** Replace a delivery that stays by how the store holds it now. */
  update(delivery: DeliveryRecord): void;
  /** Forget the waiting deliveries of shards that are no longer held. */
  dropShards(shards: ReadonlySet<number>): void;
  isBusyIn(shard: number): boolean;
  isBusy(lane: LaneName): boolean;
  heldDeliveryIds(): readonly string[];
  heldDeliveries(): number;
  heldTimers(): number;
  /** Service calls whose results are held. */
  heldEffectIds(): readonly string[];
  /** When the next work that waits is due, in monotonic ms; undefined if none waits. */
  nextDueMs(nowMs: number): number | undefined;
  /** Lanes of which more waits in the store. */
  withMore(): readonly LaneName[];
  /** Those of them that have room again. */
  hungry(nowMs: number): readonly LaneName[];
  busyLanes(): number;
  /** Lanes that could do something now. */
  ableLanes(nowMs: number): number;
}

export function createLanes(): Lanes {
  const lanes = new Map<string, Lane>();
  const heldKeys = new Set<string>(); // results, timers and commands
  const heldIn = new Map<string, Lane>(); // by id of the delivery
  const heldEffects = new Map<string, string>(); // work key → id of the call
  const ready = createReadyLanes();
  const withMore = new Set<Lane>();
  let busy = 0;
  let timers = 0; // held

  const laneFor = (name: LaneName): Lane => {
    const key = laneKey(name);
    const found = lanes.get(key);
    if (found) return found;
    const lane = createLane(name);
    lanes.set(key, lane);
    return lane;
  };

  /** Of a delivery that is held, without making its lane's key again. */
  const laneOfWork = (work: Work): Lane =>
    (isDelivery(work) ? heldIn.get(work.delivery.id) : undefined) ?? laneFor(laneOf(work));

  const setMore = (lane: Lane, hasMore: boolean): void => {
    lane.hasMore = hasMore;
    if (hasMore) withMore.add(lane);
    else withMore.delete(lane);
  };

  const settleLane = (lane: Lane): void => {
    if (lane.current !== undefined) return;
    if (lane.queue.length + lane.urgent.length > 0) ready.put(lane);
    else {
      ready.remove(lane);
      if (!lane.hasMore) lanes.delete(lane.key);
    }
  };

  const take = (lane: Lane, work: Work): Work => {
    ready.remove(lane);
    lane.current = work;
    busy += 1;
    return work;
  };

  const release = (lane: Lane): void => {
    if (lane.current !== undefined) busy -= 1;
    lane.current = undefined;
    settleLane(lane);
  };

  const forget = (lane: Lane, from: number): void => {
    for (const delivery of lane.queue.splice(from)) heldIn.delete(delivery.id);
  };

  const remove = (lane: Lane, work: Work): void => {
    if (!isDelivery(work)) {
      const key = workKey(work);
      if (heldKeys.delete(key) && work.kind === "timer") timers -= 1;
      heldEffects.delete(key);
      return;
    }
    const at = lane.queue.findIndex(({ id }) => id === work.delivery.id);
    if (at >= 0) {
      lane.queue.splice(at, 1);
      heldIn.delete(work.delivery.id);
    }
    lane.notBeforeMs = 0;
  };

  /** @returns false if it, and with it all that follows, has to stay in the store */
  const accept = (lane: Lane, delivery: DeliveryRecord, nowMs: number): boolean => {
    if (lane.queue.length >= HELD_PER_LANE_MAX) {
      setMore(lane, true);
      return false;
    }
    insertInOrder(lane.queue, delivery);
    heldIn.set(delivery.id, lane);
    if (lane.queue[0] === delivery && !isDoingDelivery(lane)) {
      lane.notBeforeMs = nowMs + delivery.dueInMs;
    }
    settleLane(lane);
    return true;
  };

  return {
    add(work) {
      const key = workKey(work);
      if (heldKeys.has(key)) return;
      heldKeys.add(key);
      if (work.kind === "timer") timers += 1;
      if (work.kind === "effect-result") heldEffects.set(key, work.effect.id);
      const lane = laneFor(laneOf(work));
      lane.urgent.push({ work, notBeforeMs: 0 });
      settleLane(lane);
    },

    addPage(page, nowMs) {
      const refused = new Set<Lane>();
      for (const delivery of page.deliveries) {
        if (heldIn.has(delivery.id)) continue;
        const lane = laneFor({ machineId: delivery.sink, subject: delivery.subject });
        if (refused.has(lane)) continue;
        if (!accept(lane, delivery, nowMs)) refused.add(lane);
      }
      if (page.isCut) return;
      for (const name of page.only ?? []) {
        const lane = laneFor(name);
        if (!refused.has(lane)) setMore(lane, false);
        settleLane(lane);
      }
    },

    takeReady(limit, nowMs, only) {
      const taken: Work[] = [];
      for (const lane of ready.due(nowMs)) {
        if (taken.length >= limit) break;
        const work = nextOf(lane, nowMs, only);
        if (work !== undefined) taken.push(take(lane, work));
      }
      return taken;
    },

    findSuspect(nowMs) {
      for (const lane of ready.suspects()) {
        const suspect = suspectOf(lane, nowMs);
        if (suspect !== undefined) return suspect;
      }
      return undefined;
    },

    take(suspect) {
      const lane = laneFor(laneOf(suspect));
      removeSuspect(lane, suspect);
      return take(lane, suspect);
    },

    finish(work) {
      const lane = laneOfWork(work);
      remove(lane, work);
      release(lane);
    },

    abandon(work, readAtMs = 0) {
      const lane = laneOfWork(work);
      remove(lane, work);
      if (isDelivery(work)) {
        forget(lane, 0);
        setMore(lane, true);
        lane.readAtMs = readAtMs;
      }
      release(lane);
    },

    putBack(work, notBeforeMs) {
      const lane = laneOfWork(work);
      if (isDelivery(work)) lane.notBeforeMs = notBeforeMs;
      else lane.urgent.unshift({ work, notBeforeMs });
      release(lane);
    },

    update(delivery) {
      const lane = laneFor({ machineId: delivery.sink, subject: delivery.subject });
      const at = lane.queue.findIndex(({ id }) => id === delivery.id);
      if (at >= 0) lane.queue[at] = delivery;
    },

    dropShards(shards) {
      for (const lane of [...lanes.values()]) {
        const [first] = lane.queue;
        if (first === undefined || !shards.has(first.fence.shard)) continue;
        forget(lane, isDoingDelivery(lane) ? 1 : 0);
        setMore(lane, false);
        settleLane(lane);
      }
    },

    isBusyIn(shard) {
      for (const { current, queue } of lanes.values()) {
        if (current !== undefined && queue[0]?.fence.shard === shard) return true;
      }
      return false;
    },

    isBusy: (name) => lanes.get(laneKey(name))?.current !== undefined,

    heldDeliveryIds: () => [...heldIn.keys()],
    heldDeliveries: () => heldIn.size,
    heldTimers: () => timers,
    heldEffectIds: () => [...heldEffects.values()],
    busyLanes: () => busy,
    ableLanes: ready.ableCount,
    nextDueMs: ready.nextDueMs,
    withMore: () => [...withMore].map(({ name }) => name),
    hungry: (nowMs) =>
      [...withMore]
        .filter(({ queue, readAtMs }) => queue.length < HELD_PER_LANE_MAX / 2 && readAtMs <= nowMs)
        .map(({ name }) => name),
  };
}
