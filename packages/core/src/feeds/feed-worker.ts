import type { Timers } from "../kernel/clock.ts";
import type { Logger } from "../kernel/logger.ts";
import type { FeedSettings } from "../projects/feed-settings.ts";
import type { FeedCycle } from "./feed-cycle.ts";
import type { FeedPartition } from "./feed-stores.ts";
import { feedRetryDelayMs } from "./retry-delay.ts";
import type { SinkInUse } from "./sink-in-use.ts";

/** Wait before another look for events that an open transaction held back: few are open for longer. */
const HELD_BACK_MS = 50;

/** Runs one partition's cycles for as long as the worker lives. */
export interface FeedWorker {
  start(): void;
  /** There may be something new: look now instead of at the end of the wait. Carries nothing, and may be wrong. */
  hint(): void;
  /**
   * End after the batch under way; when the deadline is over that one is abandoned, and comes again. Lets the others lead, and
   * closes the sink. May be repeated.
   */
  stop(deadlineMs: number): Promise<void>;
}

export interface FeedWorkerOptions {
  readonly cycle: FeedCycle;
  readonly sink: SinkInUse;
  readonly partition: FeedPartition;
  readonly settings: Pick<FeedSettings, "pollMs" | "retryMinMs" | "retryMaxMs">;
  readonly timers: Timers;
  readonly logger: Logger;
  /** Whether it is this worker's turn to ask for the lease; default always. */
  readonly mayLead?: () => Promise<boolean>;
}

/** How the wait before the next cycle may end early. */
interface Pause {
  readonly forMs: number;
  readonly hintsEndIt: boolean;
}

/**
 * The wait between cycles is the poll interval, or less if something is known to follow; a hint only shortens it. Hints during a cycle lead to one more cycle. A worker
 * that does not lead, or whose cycle failed, waits its time out whatever is hinted.
 */
export function createFeedWorker(options: FeedWorkerOptions): FeedWorker {
  const { cycle, sink, partition, settings, timers, logger } = options;
  let isStopping = false;
  let isHinted = false;
  let failures = 0;
  let endPause: (() => void) | undefined;
  let hintsEndPause = false;
  let running: Promise<void> | undefined;

  const turn = async (): Promise<Pause> => {
    isHinted = false;
    try {
      if (!((await options.mayLead?.()) ?? true)) {
        await cycle.release();
        return { forMs: settings.pollMs, hintsEndIt: false };
      }
      const { outcome, isHeldBack } = await cycle.runOnce();
      failures = 0;
      const forMs = isHeldBack ? Math.min(HELD_BACK_MS, settings.pollMs) : settings.pollMs;
      return { forMs, hintsEndIt: outcome === "completed" };
    } catch (error) {
      failures += 1;
      if (!isStopping) logger.error("a feed's cycle failed", { ...partition, failures, error });
      await cycle.release(); // before the wait: another worker may fare better
      const forMs = feedRetryDelayMs(failures, settings.retryMinMs, settings.retryMaxMs);
      return { forMs, hintsEndIt: false };
    }
  };

  const pause = ({ forMs, hintsEndIt }: Pause): Promise<void> => {
    if (isStopping || (hintsEndIt && isHinted)) return Promise.resolve();
    return new Promise((resolve) => {
      const cancel = timers.after(forMs, () => endPause?.());
      hintsEndPause = hintsEndIt;
      endPause = () => {
        cancel();
        endPause = undefined;
        resolve();
      };
    });
  };

  const loop = async (): Promise<void> => {
    while (!isStopping) await pause(await turn());
    await cycle.release();
    await sink.close().catch((error: unknown) => {
      logger.warn("a feed's sink could not be closed", { ...partition, error });
    });
  };

  return {
    start() {
      running ??= loop();
    },
    hint() {
      isHinted = true;
      if (hintsEndPause) endPause?.();
    },
    async stop(deadlineMs) {
      isStopping = true;
      cycle.stop();
      endPause?.();
      const cancel = timers.after(deadlineMs, () => sink.abort());
      await running;
      cancel();
    },
  };
}
