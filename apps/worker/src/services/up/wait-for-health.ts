import { setTimeout as delay } from "node:timers/promises";
import { CannotStartError } from "./errors.ts";

const POLL_MS = 100;
const REQUEST_MS = 5_000;

/**
 * Wait until `GET /api/health` answers 200.
 *
 * @throws {CannotStartError} if it has not after `timeoutMs`; the message holds what was missing last
 */
export async function waitForHealth(
  consoleUrl: string,
  options: { signal: AbortSignal; timeoutMs: number },
): Promise<void> {
  const { signal, timeoutMs } = options;
  const giveUpAt = performance.now() + timeoutMs;
  for (;;) {
    const missing = await findMissing(`${consoleUrl}/api/health`, signal);
    if (missing === undefined) return;
    if (performance.now() > giveUpAt) {
      throw new CannotStartError(`not ready after ${timeoutMs / 1000} s: ${missing}`);
    }
    await delay(POLL_MS, undefined, { signal });
  }
}

/** What is not there yet; `undefined` when everything is. */
async function findMissing(url: string, signal: AbortSignal): Promise<string | undefined> {
  try {
    const within = AbortSignal.any([signal, AbortSignal.timeout(REQUEST_MS)]);
    const response = await fetch(url, { signal: within });
    return response.ok ? undefined : `health is ${response.status} ${await response.text()}`;
  } catch (error) {
    signal.throwIfAborted();
    return `the console does not answer (${(error as Error).message})`;
  }
}
