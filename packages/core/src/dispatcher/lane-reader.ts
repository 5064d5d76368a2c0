import type { LaneStore } from "../engine/engine-store.ts";
import type { DeliveryRecord } from "../engine/records.ts";
import type { ShardFence } from "../engine/step-commit.ts";
import type { DeliveryClaim } from "./delivery-claim.ts";
import type { InstanceCache } from "./instance-cache.ts";
import type { Lanes } from "./lanes.ts";
import { createTimerReader } from "./timer-reader.ts";
import { type LaneName, laneOf } from "./work.ts";

/** Deliveries that are claimed as they are read, with their instances: what one commit takes with ease. */
const CLAIMED_MAX = 64;

/** How much is read and held. */
export interface ReaderLimits {
  readonly heldMax: number;
  readonly readMax: number;
}

/** Brings deliveries and due timers from the store into the lanes, one read at a time. */
export interface LaneReader {
  /**
   * Read what is new, and what lanes with room again left in the store. Never two at once: one under way reads again.
   *
   * @param sweep - also look for due timers
   */
  read(sweep: boolean): void;
  /**
   * The shards held from now on.
   *
   * @param gained - some are new: timers of theirs may be due
   */
  setShards(shards: readonly ShardFence[], gained: boolean): void;
  /** What is on its way was read for lanes that have changed since: it is read again. */
  discard(): void;
  /** There is more in the store than is held, and room for it. */
  isHungry(): boolean;
  stop(): void;
}

export function createLaneReader(deps: {
  readonly store: Pick<LaneStore, "readDeliveries" | "dueTimers">;
  readonly lanes: Lanes;
  readonly claim: Pick<DeliveryClaim, "beginRead">;
  readonly cache: Pick<InstanceCache, "learn">;
  readonly limits: ReaderLimits;
  readonly nowMs: () => number;
  /** Something may be in the lanes now. */
  readonly onRead: () => void;
  readonly onOutage: (error: unknown) => void;
}): LaneReader {
  const { store, lanes, limits, nowMs } = deps;
  const timers = createTimerReader(store, lanes, limits);
  let shards: readonly ShardFence[] = [];
  let epoch = 0; // moves when what is being read no longer counts
  let reading = false;
  let asked: { sweep: boolean } | undefined;
  let isFull = false;
  let stopped = false;

  const room = () => limits.heldMax - lanes.heldDeliveries();

  /**
   * Read from the start on what is not held, of all lanes or only some.
   *
   * @returns whether it ended at its limit; undefined if there is no room, or what was read no longer counts
   */
  const readPage = async (only?: readonly LaneName[]): Promise<boolean | undefined> => {
    const limit = Math.min(limits.readMax, room());
    if (limit <= 0 || shards.length === 0 || stopped) return undefined;
    const startedIn = epoch;
    const deliveries = await store.readDeliveries({
      shards,
      exceptIds: lanes.heldDeliveryIds(),
      limit,
      lanes: only ? { kind: "only", names: only } : { kind: "except", names: lanes.withMore() },
    });
    if (epoch !== startedIn) return undefined;
    const isCut = deliveries.length >= limit;
    lanes.addPage({ deliveries, isCut, ...(only ? { only } : {}) }, nowMs());
    deps.onRead();
    return isCut;
  };

  /**
   * Read a few and claim them in one go, so that what comes one by one costs one exchange before it is committed.
   *
   * @returns whether there are more than a few
   */
  const readFew = async (): Promise<boolean> => {
    const limit = Math.min(CLAIMED_MAX, room());
    if (limit <= 0 || shards.length === 0 || stopped || isFull) return true;
    const startedIn = epoch;
    const claiming = deps.claim.beginRead();
    const deliveries = await store.readDeliveries({
      shards,
      exceptIds: lanes.heldDeliveryIds(),
      limit,
      lanes: { kind: "except", names: lanes.withMore() },
      claimWith: claiming.alsoIds,
    });
    claiming.wrote(deliveries.map(({ id }) => id));
    if (epoch !== startedIn) return false;
    for (const delivery of deliveries) learn(delivery);
    lanes.addPage({ deliveries, isCut: deliveries.length >= limit }, nowMs());
    deps.onRead();
    return deliveries.length >= limit;
  };

  /** A lane that is at work is about to write something newer. */
  const learn = (delivery: DeliveryRecord): void => {
    const lane = laneOf({ kind: "delivery", delivery });
    if (delivery.instance !== undefined && !lanes.isBusy(lane)) {
      deps.cache.learn(lane, delivery.instance);
    }
  };

  const readTimers = async (): Promise<void> => {
    if (shards.length === 0 || stopped) return;
    await timers.read(shards.map(({ shard }) => shard));
    deps.onRead();
  };

  const readHungry = async (): Promise<void> => {
    for (let names = lanes.hungry(nowMs()); names.length > 0; names = lanes.hungry(nowMs())) {
      if ((await readPage(names)) === undefined) return;
    }
  };

  const readNew = async (): Promise<void> => {
    if (!(await readFew())) return;
    do {
      isFull = (await readPage()) ?? room() <= 0;
    } while (isFull && room() > 0);
  };

  const readOnce = async (sweep: boolean): Promise<void> => {
    if (sweep) await readTimers();
    await readHungry();
    await readNew();
  };

  const readAll = async (sweep: boolean): Promise<void> => {
    reading = true;
    try {
      await readOnce(sweep);
      for (let next = asked; next !== undefined && !stopped; next = asked) {
        asked = undefined;
        await readOnce(next.sweep);
      }
    } catch (error) {
      deps.onOutage(error);
    } finally {
      asked = undefined;
      reading = false;
    }
  };

  const ask = (sweep: boolean) => {
    if (stopped) return;
    if (reading) asked = { sweep: sweep || (asked?.sweep ?? false) };
    else void readAll(sweep);
  };

  return {
    read: ask,
    setShards(next, gained) {
      shards = next;
      epoch += 1;
      ask(gained);
    },
    discard() {
      epoch += 1;
      ask(false);
    },
    isHungry: () => isFull && room() >= limits.heldMax / 2,
    stop() {
      stopped = true;
      epoch += 1;
    },
  };
}
