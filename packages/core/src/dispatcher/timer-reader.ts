import type { LaneStore, TimerPlace } from "../engine/engine-store.ts";
import type { Lanes } from "./lanes.ts";

/** Brings due timers from the store into the lanes. */
export interface TimerReader {
  /**
   * Read page after page, as far as there is room. What had no room is read next time, before anything is read again: timers that
   * cannot fire here stay due, and would hide all later ones from whoever begins at the first one each time.
   */
  read(shards: readonly number[]): Promise<void>;
}

/** @param limits - timers read at a time, and held at most */
export function createTimerReader(
  store: Pick<LaneStore, "dueTimers">,
  lanes: Pick<Lanes, "add" | "heldTimers">,
  limits: { readonly readMax: number; readonly heldMax: number },
): TimerReader {
  let after: TimerPlace | undefined;

  return {
    async read(shards) {
      if (shards.length === 0) return;
      do {
        const limit = Math.min(limits.readMax, limits.heldMax - lanes.heldTimers());
        if (limit <= 0) return;
        const page = await store.dueTimers(shards, limit, after);
        for (const timer of page.timers) lanes.add({ kind: "timer", timer });
        after = page.cutAt;
      } while (after !== undefined);
    },
  };
}
