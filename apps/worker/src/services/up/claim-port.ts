import { setTimeout as delay } from "node:timers/promises";
import { findFreePort, isPortFree } from "../processes/free-port.ts";
import { CannotStartError } from "./errors.ts";

const POLL_MS = 100;

/** The port and the address that the console is to listen on. */
export interface ConsoleAddress {
  readonly port: number;
  readonly host: string;
}

/**
 * The port to serve the console on; a wanted port of 0 means any free one.
 *
 * @param options.patienceMs - how long to wait for one that is in use, where a killed house may not have let go yet
 * @throws {CannotStartError} if it stays in use
 */
export async function claimPort(
  wanted: ConsoleAddress,
  options: { patienceMs: number; signal: AbortSignal },
): Promise<number> {
  const { port, host } = wanted;
  if (port === 0) return findFreePort();
  for (let waitedMs = 0; !(await isPortFree(port, host)); waitedMs += POLL_MS) {
    if (waitedMs >= options.patienceMs) {
      throw new CannotStartError(`port ${port} is in use: choose another with PORT or --port`);
    }
    await delay(POLL_MS, undefined, { signal: options.signal });
  }
  return port;
}
