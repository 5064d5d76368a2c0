import type { Dispatcher } from "../dispatcher/dispatcher.ts";
import type { WorkerStore } from "../engine/engine-store.ts";
import type { ShardFence } from "../engine/step-commit.ts";

/** Holds this worker's fair share of the shards. */
export interface ShardKeeper {
  balance(): Promise<void>;
  held(): readonly number[];
}

/** Shards beyond the fair share take no new work at once, and are released when their lanes are done. */
export function createShardKeeper(
  workers: WorkerStore,
  dispatcher: Pick<Dispatcher, "idleAmong" | "setShards">,
): ShardKeeper {
  let held: readonly ShardFence[] = [];
  let draining: readonly number[] = [];

  return {
    async balance() {
      const release = dispatcher.idleAmong(draining);
      const { shards, surplus } = await workers.balance({ release });
      const leaving = new Set(surplus);
      draining = surplus;
      held = shards.filter(({ shard }) => !leaving.has(shard));
      dispatcher.setShards(held);
    },
    held: () => held.map(({ shard }) => shard),
  };
}
