import type { DeliveryRecord } from "../engine/records.ts";
import { type LaneName, laneKey, laneOf, type Work, workKey } from "./work.ts";

/**
 * How much of one lane's backlog is held in memory: enough to keep it busy, little enough that one blocked subject does not
 * fill the worker.
 */
const HELD_PER_LANE_MAX = 50;

/** Results, timers and commands: they are not ordered against deliveries and go first. */
interface Urgent {
  readonly work: Work;
  readonly notBeforeMs: number;
}

interface Lane {
  readonly key: string;
  readonly name: LaneName;
  /** Waiting deliveries in id order; the first one blocks the others until it is settled. */
  readonly queue: DeliveryRecord[];
  readonly urgent: Urgent[];
  /** What it does now. */
  current: Work | undefined;
  /** Monotonic time before which the first delivery is not tried. */
  notBeforeMs: number;
  /** More of it waits in the store: it is read by itself when it has room, and left out of other reads until then. */
  hasMore: boolean;
}

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
  /** A delivery that is due and may have ended a worker: handed out more often than it was tried. */
  findSuspect(nowMs: number): DeliveryRecord | undefined;
  take(suspect: DeliveryRecord): Work;
  /** The work is over. */
  finish(work: Work): void;
  /** The work is not ours to end, or not now: what its lane still waits for is read again, in order. */
  abandon(work: Work): void;
  /** The work stays: tried again after a wait. */
  putBack(work: Work, notBeforeMs: number): void;
  /** Replace a delivery that stays by how the store holds it now. */
  update(delivery: DeliveryRecord): void;
  /** Forget the waiting deliveries of shards that are no longer held. */
  dropShards(shards: ReadonlySet<number>): void;
  isBusyIn(shard: number): boolean;
  heldDeliveryIds(): readonly string[];
  heldDeliveries(): number;
  /** Service calls whose results are held. */
  heldEffectIds(): readonly string[];
  /** When the next work that waits is due, in monotonic ms; undefined if none waits. */
  nextDueMs(nowMs: number): number | undefined;
  /** Lanes of which more waits in the store. */
  withMore(): readonly LaneName[];
  /** Those of them that have room again. */
  hungry(): readonly LaneName[];
  busyLanes(): number;
}

export function createLanes(): Lanes {
  const lanes = new Map<string, Lane>();
  const held = new Map<string, Work>();
  const ready = new Set<Lane>();
  const withMore = new Set<Lane>();
  let deliveries = 0;
  let busy = 0;

  const laneFor = ({ machineId, subject }: LaneName): Lane => {
    const name = { machineId, subject };
    const key = laneKey(name);
    const found = lanes.get(key);
    if (found) return found;
    const lane: Lane = {
      key,
      name,
      queue: [],
      urgent: [],
      current: undefined,
      notBeforeMs: 0,
      hasMore: false,
    };
    lanes.set(key, lane);
    return lane;
  };

  const setMore = (lane: Lane, hasMore: boolean): void => {
    lane.hasMore = hasMore;
    if (hasMore) withMore.add(lane);
    else withMore.delete(lane);
  };

  const settleLane = (lane: Lane): void => {
    if (lane.current !== undefined) return;
    if (lane.queue.length + lane.urgent.length > 0) ready.add(lane);
    else {
      ready.delete(lane);
      if (!lane.hasMore) lanes.delete(lane.key);
    }
  };

  const take = (lane: Lane, work: Work): Work => {
    ready.delete(lane);
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
    for (const delivery of lane.queue.splice(from)) {
      held.delete(workKey({ kind: "delivery", delivery }));
      deliveries -= 1;
    }
  };

  const remove = (lane: Lane, work: Work): void => {
    held.delete(workKey(work));
    if (!isDelivery(work)) return;
    const at = lane.queue.findIndex(({ id }) => id === work.delivery.id);
    if (at >= 0) {
      lane.queue.splice(at, 1);
      deliveries -= 1;
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
    deliveries += 1;
    held.set(workKey({ kind: "delivery", delivery }), { kind: "delivery", delivery });
    if (lane.queue[0] === delivery && !isDoingDelivery(lane)) {
      lane.notBeforeMs = nowMs + delivery.dueInMs;
    }
    settleLane(lane);
    return true;
  };

  return {
    add(work) {
      const name = workKey(work);
      if (held.has(name)) return;
      held.set(name, work);
      const lane = laneFor(laneOf(work));
      lane.urgent.push({ work, notBeforeMs: 0 });
      settleLane(lane);
    },

    addPage(page, nowMs) {
      const refused = new Set<Lane>();
      for (const delivery of page.deliveries) {
        const work: Work = { kind: "delivery", delivery };
        const lane = laneFor(laneOf(work));
        if (held.has(workKey(work)) || refused.has(lane)) continue;
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
      for (const lane of ready) {
        if (taken.length >= limit) break;
        const work = takeUrgent(lane, nowMs, only) ?? (only ? undefined : headOf(lane, nowMs));
        if (work !== undefined) taken.push(take(lane, work));
      }
      return taken;
    },

    findSuspect(nowMs) {
      for (const { queue, notBeforeMs } of ready) {
        const [head] = queue;
        if (head !== undefined && isSuspect(head) && notBeforeMs <= nowMs) return head;
      }
      return undefined;
    },

    take(suspect) {
      const work: Work = { kind: "delivery", delivery: suspect };
      return take(laneFor(laneOf(work)), work);
    },

    finish(work) {
      const lane = laneFor(laneOf(work));
      remove(lane, work);
      release(lane);
    },

    abandon(work) {
      const lane = laneFor(laneOf(work));
      remove(lane, work);
      if (isDelivery(work)) {
        forget(lane, 0);
        setMore(lane, true);
      }
      release(lane);
    },

    putBack(work, notBeforeMs) {
      const lane = laneFor(laneOf(work));
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

    heldDeliveryIds: () =>
      [...held.values()].flatMap((work) => (work.kind === "delivery" ? [work.delivery.id] : [])),
    heldDeliveries: () => deliveries,
    heldEffectIds: () =>
      [...held.values()].flatMap((work) => (work.kind === "effect-result" ? [work.effect.id] : [])),
    busyLanes: () => busy,

    nextDueMs(nowMs) {
      let next: number | undefined;
      for (const lane of ready) {
        const times = lane.urgent.map(({ notBeforeMs }) => notBeforeMs);
        if (lane.queue.length > 0) times.push(lane.notBeforeMs);
        for (const time of times) if (time > nowMs) next = Math.min(next ?? time, time);
      }
      return next;
    },

    withMore: () => [...withMore].map(({ name }) => name),
    hungry: () =>
      [...withMore]
        .filter(({ queue }) => queue.length < HELD_PER_LANE_MAX / 2)
        .map(({ name }) => name),
  };
}

type DeliveryWork = Extract<Work, { readonly kind: "delivery" | "relay-result" }>;

function isDelivery(work: Work): work is DeliveryWork {
  return work.kind === "delivery" || work.kind === "relay-result";
}

function isDoingDelivery({ current }: Lane): boolean {
  return current !== undefined && isDelivery(current);
}

/** Deliveries run ahead of attempts only when a worker died that held it. */
function isSuspect(delivery: DeliveryRecord): boolean {
  return delivery.deliveries > delivery.attempts;
}

function takeUrgent(lane: Lane, nowMs: number, only: "results" | undefined): Work | undefined {
  const at = lane.urgent.findIndex(
    ({ work, notBeforeMs }) =>
      notBeforeMs <= nowMs && (only === undefined || work.kind === "effect-result"),
  );
  return at < 0 ? undefined : lane.urgent.splice(at, 1)[0]?.work;
}

function headOf({ queue, notBeforeMs }: Lane, nowMs: number): Work | undefined {
  const [delivery] = queue;
  if (delivery === undefined || notBeforeMs > nowMs || isSuspect(delivery)) return undefined;
  return { kind: "delivery", delivery };
}

/** Almost always at the end; a row that committed late goes before those with a higher id. */
function insertInOrder(queue: DeliveryRecord[], delivery: DeliveryRecord): void {
  const id = BigInt(delivery.id);
  let at = queue.length;
  while (at > 0 && BigInt(queue[at - 1]?.id ?? 0) > id) at -= 1;
  queue.splice(at, 0, delivery);
}
