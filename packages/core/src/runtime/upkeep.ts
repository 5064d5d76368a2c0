import type { UpkeepStore } from "../engine/engine-stores.ts";
import type { Logger } from "../kernel/logger.ts";
import type { LetterRetention } from "../projects/project.ts";

/**
 * Do the housekeeping, one task after another. One that fails is logged and keeps none of the others from being done: who may make
 * no partitions still forgets receipts.
 */
export async function doUpkeep(
  store: UpkeepStore,
  letterRetention: LetterRetention | undefined,
  logger: Logger,
): Promise<void> {
  const tasks: Readonly<Record<string, () => Promise<unknown>>> = {
    "make partitions": () => store.ensurePartitions(),
    "forget old counts": () => store.forgetOldCounts(),
    "roll tallies up": () => store.rollUpTallies(),
    "forget receipts": () => store.forgetExpiredReceipts(),
    ...(letterRetention === undefined
      ? {}
      : { "purge dead letters": () => store.purgeLetters(letterRetention) }),
  };
  for (const [task, run] of Object.entries(tasks)) {
    await run().catch((error: unknown) => logger.warn("upkeep failed", { task, error }));
  }
}
