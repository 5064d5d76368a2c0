import type { LaneStore } from "../engine/engine-store.ts";

/**
 * Says in the store which deliveries a crash of this worker may be the fault of. The row holds what was written last, so
 * writes go one after the other and each one holds all that is being handled.
 */
export interface DeliveryClaim {
  /** Settles once the store knows that these are being handled. */
  begin(ids: readonly string[]): Promise<void>;
  end(ids: readonly string[]): void;
  /** Handle one by itself, while nothing else is: a crash meanwhile is its own doing. */
  alone<Result>(id: string, handle: () => Promise<Result>): Promise<Result>;
}

export function createDeliveryClaim(store: Pick<LaneStore, "holdDeliveries">): DeliveryClaim {
  const handled = new Set<string>();
  let last: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;

  /** Whoever asks while a write is on its way shares the one after it. */
  const write = (): Promise<void> => {
    next ??= last
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        last = store.holdDeliveries([...handled], false);
        return last;
      });
    return next;
  };

  return {
    begin(ids) {
      for (const id of ids) handled.add(id);
      return ids.length === 0 ? Promise.resolve() : write();
    },
    end(ids) {
      for (const id of ids) handled.delete(id);
    },
    async alone(id, handle) {
      await store.holdDeliveries([id], true);
      const result = await handle();
      await store.holdDeliveries([], false).catch(() => undefined); // the next claim says it again
      return result;
    },
  };
}
