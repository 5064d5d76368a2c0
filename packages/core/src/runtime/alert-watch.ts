import { EVALUATE_MS } from "../alerts/raised-within.ts";
import { type AlertWatchOptions, beginLook } from "../alerts/watch-alerts.ts";
import { every } from "./every.ts";

/** A process that watches. */
export interface AlertWatch {
  /** Look no more, wait until what is being told is told, and let another process look at once. May be repeated. */
  stop(): Promise<void>;
}

/**
 * Look at alerts every few seconds, together with all other processes that do: one of them leads at a time. What fails is logged
 * and done again at the next look, which waits for no channel.
 */
export function startAlertWatch(options: AlertWatchOptions): AlertWatch {
  const { logger, store, owner } = options;
  const telling = new Set<Promise<void>>();
  const look = async () => {
    const { told } = await beginLook(options);
    telling.add(told);
    void told.finally(() => telling.delete(told));
  };
  const looks = every(EVALUATE_MS, look, logger, "alerts could not be looked at");
  looks.start();
  return {
    async stop() {
      await looks.stop();
      await Promise.all(telling);
      await store.resign(owner).catch((error: unknown) => {
        logger.warn("could not hand on the alerts: another process waits for the lease", { error });
      });
    },
  };
}
