import { createChangeSignal } from "../../kernel/change-signal.ts";
import type { Timers } from "../../kernel/clock.ts";

/** A wait that may end early. */
export interface Pause {
  /** Wait, or less if somebody wakes; a call that came since the last wait counts. */
  wait(ms: number): Promise<void>;
  wake(): void;
}

export function createPause(timers: Timers): Pause {
  const signal = createChangeSignal();
  return {
    async wait(ms) {
      const cancel = timers.after(ms, signal.raise);
      await signal.wait();
      cancel();
    },
    wake: signal.raise,
  };
}
