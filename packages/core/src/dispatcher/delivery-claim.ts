import type { LaneStore } from "../engine/engine-store.ts";

/**
 * Says in the store which deliveries a crash of this worker may be the fault of. The store holds what was written last, so
 * writes go one after the other and each one holds all that is being handled.
 */
export interface DeliveryClaim {
  /** Settles once the store knows that these are being handled. */
  begin(ids: readonly string[]): Promise<void>;
  end(ids: readonly string[]): void;
  /** Handle one by itself, while nothing else is: a crash meanwhile is its own doing. */
  alone<Result>(id: string, handle: () => Promise<Result>): Promise<Result>;
  /** A read is about to write the claim: of these, and of what it reads. */
  beginRead(): ClaimingRead;
}

/** The claim that a read writes. */
export interface ClaimingRead {
  readonly alsoIds: readonly string[];
  /** What the read brought, and so wrote; nothing if it brought nothing. */
  wrote(ids: readonly string[]): void;
}

export function createDeliveryClaim(store: Pick<LaneStore, "holdDeliveries">): DeliveryClaim {
  const handled = new Set<string>();
  let recorded: ReadonlySet<string> = new Set(); // what the store holds, as far as it is known
  let writes = 0;
  let last: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;

  const hold = async (ids: readonly string[], alone: boolean): Promise<void> => {
    writes += 1;
    recorded = new Set();
    const mine = writes;
    await store.holdDeliveries(ids, alone);
    if (mine === writes) recorded = new Set(ids);
  };

  /** Whoever asks while a write is on its way shares the one after it. */
  const write = (): Promise<void> => {
    next ??= last
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        last = hold([...handled], false);
        return last;
      });
    return next;
  };

  return {
    begin(ids) {
      for (const id of ids) handled.add(id);
      return ids.every((id) => recorded.has(id)) ? Promise.resolve() : write();
    },
    end(ids) {
      for (const id of ids) handled.delete(id);
    },
    async alone(id, handle) {
      await hold([id], true);
      const result = await handle();
      await hold([], false).catch(() => undefined); // the next claim says it again
      return result;
    },
    beginRead() {
      const alsoIds = [...handled];
      const before = writes;
      return {
        alsoIds,
        wrote(ids) {
          // A write that went beside it may have come after it.
          if (ids.length > 0)
            recorded = writes === before ? new Set([...alsoIds, ...ids]) : new Set();
        },
      };
    },
  };
}
