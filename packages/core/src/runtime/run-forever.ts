import type { WakeUps } from "../engine/engine-stores.ts";
import { createChangeSignal } from "../kernel/change-signal.ts";
import { StoreUnavailableError } from "../kernel/errors.ts";
import type { OnceRunner } from "./run-once.ts";
import { isQuiet } from "./run-result.ts";

const DEFAULT_POLL_MS = 50;

/**
 * Run again whenever there is something to do, until the signal aborts; what is under way then is finished. An outage of the
 * stores is waited out.
 *
 * @param options.pollMs - real time between looks for what no wake-up announced; default 50
 */
export async function runForever(
  runner: OnceRunner,
  wakeUps: WakeUps,
  signal: AbortSignal,
  { pollMs = DEFAULT_POLL_MS }: { readonly pollMs?: number } = {},
): Promise<void> {
  const changes = createChangeSignal();
  signal.addEventListener("abort", changes.raise, { once: true });
  const listening = await wakeUps.listen(changes.raise, () => undefined);
  try {
    while (!signal.aborted) {
      if (await foundNothing(runner)) await changeOrTimeout(changes.wait(), pollMs);
    }
  } finally {
    await listening.close();
  }
}

async function foundNothing(runner: OnceRunner): Promise<boolean> {
  try {
    return isQuiet(await runner.runOnce());
  } catch (error) {
    if (error instanceof StoreUnavailableError) return true;
    throw error;
  }
}

async function changeOrTimeout(change: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([change, timeout]);
  clearTimeout(timer);
}
