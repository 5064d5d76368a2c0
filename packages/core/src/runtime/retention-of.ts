import type { RetentionPolicy, RetentionStore } from "../engine/retention.ts";
import type { Logger } from "../kernel/logger.ts";
import { every, type Repeated } from "./every.ts";

/** What is taken away, and how long it is kept. */
export interface EngineRetention {
  readonly store: RetentionStore;
  readonly policy: RetentionPolicy;
}

/** Takes away what is over, every so often; what stays although its time is over is told, since somebody has to see to it. */
export function retentionOf(
  retention: EngineRetention | undefined,
  intervalMs: number,
  logger: Logger,
  signal: AbortSignal,
): Repeated {
  const purge = async (): Promise<void> => {
    if (retention === undefined || Object.keys(retention.policy).length === 0) return;
    const { purged } = await retention.store.purge(retention.policy, signal);
    for (const { what, kind, name, rows, kept, heldBy } of purged) {
      const fields = { what, kind, name, rows, kept };
      if (heldBy === undefined) logger.info("retention took away what is over", fields);
      else logger.warn("something stays although its time is over", { ...fields, heldBy });
    }
  };
  return every(intervalMs, purge, logger, "retention failed");
}
