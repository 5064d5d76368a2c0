import type { Lanes } from "../dispatcher/lanes.ts";
import type { LaneName } from "../dispatcher/work.ts";
import type { LaneStore } from "../engine/engine-store.ts";
import type { ShardFence } from "../engine/step-commit.ts";

const READ_MAX = 500;

/** What there was when a run began: what is published during the run is left for the next. */
export interface LaneStock {
  /** The shards held from now on; what was held of others is forgotten: it is somebody else's. */
  setShards(shards: readonly ShardFence[]): void;
  /** Hold what waits now, in order, as far as there is room. */
  take(): Promise<void>;
  /** Some of it turned out to be somebody else's by now: nothing more is held before shards are looked at again. */
  discard(): void;
  /** Hold more of what was there, for lanes that have room again. @returns false if none has */
  refill(): Promise<boolean>;
}

/** @param heldMax - deliveries held at most */
export function createLaneStock(
  store: LaneStore,
  lanes: Lanes,
  nowMs: () => number,
  heldMax: number,
): LaneStock {
  let shards: readonly ShardFence[] = [];
  let lastId = 0n; // of what there was when the run began
  let isStale = false;

  /** @returns whether it ended at its limit; undefined if there was no room */
  const readPage = async (only?: readonly LaneName[]): Promise<boolean | undefined> => {
    const limit = Math.min(READ_MAX, heldMax - lanes.heldDeliveries());
    if (limit <= 0 || shards.length === 0) return undefined;
    const read = await store.readDeliveries({
      shards,
      exceptIds: lanes.heldDeliveryIds(),
      limit,
      lanes: only ? { kind: "only", names: only } : { kind: "except", names: lanes.withMore() },
    });
    const deliveries = only ? read.filter(({ id }) => BigInt(id) <= lastId) : read;
    const isCut = deliveries.length >= limit;
    lanes.addPage({ deliveries, isCut, ...(only ? { only } : {}) }, nowMs());
    const last = BigInt(deliveries.at(-1)?.id ?? 0);
    if (last > lastId) lastId = last;
    return isCut;
  };

  return {
    setShards(next) {
      const nameOf = ({ shard, token }: ShardFence) => `${shard}:${token}`;
      const kept = new Set(next.map(nameOf));
      const lost = shards.filter((fence) => !kept.has(nameOf(fence)));
      lanes.dropShards(new Set(lost.map(({ shard }) => shard)));
      shards = next;
    },
    discard() {
      isStale = true;
    },
    async take() {
      isStale = false;
      while ((await readPage()) === true);
    },
    async refill() {
      const names = lanes.hungry(nowMs());
      const hasRoom = !isStale && shards.length > 0 && lanes.heldDeliveries() < heldMax;
      if (names.length === 0 || !hasRoom) return false;
      await readPage(names);
      return true;
    },
  };
}
