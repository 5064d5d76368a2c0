import type { LaneStore } from "../engine/engine-store.ts";
import type { ShardFence } from "../engine/step-commit.ts";
import type { Lanes } from "./lanes.ts";

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
   * @param sweep - also look for due timers and for rows that committed late, below what was read
   */
  read(sweep: boolean): void;
  /**
   * The shards held from now on.
   *
   * @param gained - some are new: what they hold is read from the start, in order with all that follows
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
  readonly limits: ReaderLimits;
  readonly nowMs: () => number;
  /** Something may be in the lanes now. */
  readonly onRead: () => void;
  readonly onOutage: (error: unknown) => void;
}): LaneReader {
  const { store, lanes, limits, nowMs } = deps;
  let shards: readonly ShardFence[] = [];
  let cursor = 0n; // everything up to here was read
  let sweptTo = 0n;
  let epoch = 0; // moves when what is being read no longer counts
  let reading = false;
  let asked: { sweep: boolean } | undefined;
  let isFull = false;
  let stopped = false;

  const room = () => limits.heldMax - lanes.heldDeliveries();

  /** @returns undefined if there is no room, or what was read no longer counts */
  const readPage = async (after: bigint): Promise<{ upTo: bigint | undefined } | undefined> => {
    const limit = Math.min(limits.readMax, room());
    if (limit <= 0 || shards.length === 0 || stopped) return undefined;
    const startedIn = epoch;
    const deliveries = await store.readDeliveries({
      shards,
      afterId: after.toString(),
      exceptIds: lanes.heldDeliveryIds(),
      limit,
    });
    if (epoch !== startedIn) return undefined;
    const last = BigInt(deliveries.at(-1)?.id ?? after);
    if (last > cursor) cursor = last;
    const upTo = deliveries.length >= limit ? last : undefined;
    lanes.addPage({ deliveries, after, upTo: last < cursor ? upTo : undefined }, nowMs());
    deps.onRead();
    return { upTo };
  };

  const readTimers = async (): Promise<void> => {
    const held = shards.map(({ shard }) => shard);
    if (held.length === 0 || stopped) return;
    for (const timer of await store.dueTimers(held, limits.readMax)) {
      lanes.add({ kind: "timer", timer });
    }
    deps.onRead();
  };

  const readGaps = async (): Promise<void> => {
    for (let from = lanes.gapFrom(); from !== undefined; from = lanes.gapFrom()) {
      if ((await readPage(from - 1n)) === undefined) return;
    }
  };

  const readNew = async (): Promise<void> => {
    do {
      const page = await readPage(cursor);
      isFull = page === undefined ? room() <= 0 : page.upTo !== undefined;
    } while (isFull && room() > 0);
  };

  const readOnce = async (sweep: boolean): Promise<void> => {
    if (sweep) {
      await readTimers();
      sweptTo = (await readPage(sweptTo))?.upTo ?? 0n;
    }
    await readGaps();
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
      if (gained) cursor = sweptTo = 0n;
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
