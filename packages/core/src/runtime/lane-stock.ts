import type { Lanes } from "../dispatcher/lanes.ts";
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
  let lastId = 0n;
  let isStale = false;

  /** @returns the id the page ends with, if there may be more behind it */
  const readPage = async (after: bigint, upToId?: bigint): Promise<bigint | undefined> => {
    const limit = Math.min(READ_MAX, heldMax - lanes.heldDeliveries());
    if (limit <= 0 || shards.length === 0) return undefined;
    const afterId = after.toString();
    const exceptIds = lanes.heldDeliveryIds();
    const read = await store.readDeliveries({ shards, afterId, exceptIds, limit });
    const deliveries = upToId === undefined ? read : read.filter(({ id }) => BigInt(id) <= upToId);
    const last = deliveries.at(-1);
    const upTo = deliveries.length < limit || last === undefined ? undefined : BigInt(last.id);
    lanes.addPage({ deliveries, after, upTo }, nowMs());
    if (last !== undefined && BigInt(last.id) > lastId) lastId = BigInt(last.id);
    return upTo;
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
      for (let after = await readPage(0n); after !== undefined; ) after = await readPage(after);
    },
    async refill() {
      const from = lanes.gapFrom();
      const hasRoom = !isStale && shards.length > 0 && lanes.heldDeliveries() < heldMax;
      if (from === undefined || !hasRoom) return false;
      await readPage(from - 1n, lastId);
      return true;
    },
  };
}
