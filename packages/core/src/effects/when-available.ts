import { StoreUnavailableError } from "../kernel/errors.ts";
import { WorkerStoppingError } from "./errors.ts";
import { sleep } from "./sleep.ts";

/** Wait before what is known about a call is written again after an outage. */
const OUTAGE_WAIT_MS = 500;

/** Do it again and again while the store is unavailable: the lease is kept meanwhile. Not once the worker stops. */
export async function whenAvailable(signal: AbortSignal, task: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await task();
    } catch (error) {
      const again = error instanceof StoreUnavailableError;
      if (!again || signal.reason instanceof WorkerStoppingError) throw error;
      await sleep(OUTAGE_WAIT_MS);
    }
  }
}
