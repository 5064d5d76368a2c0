import type { Logger } from "../kernel/logger.ts";
import type { BatchResult } from "./batch.ts";

/** Tell a hook what became of a piece of work; one that throws changes nothing. */
export function tellHook(
  hook: ((result: BatchResult) => void) | undefined,
  logger: Logger,
  result: BatchResult,
): void {
  try {
    hook?.(result);
  } catch (error) {
    logger.warn("a hook threw", { error });
  }
}
