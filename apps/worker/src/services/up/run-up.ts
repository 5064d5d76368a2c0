import { setTimeout as delay } from "node:timers/promises";
import { type HeldLock, takeLock } from "../processes/pid-lock.ts";
import { buildHouse, type UpControl } from "./build-house.ts";
import type { ConsoleAddress } from "./claim-port.ts";
import { type DataFolder, openDataFolder } from "./data-folder.ts";
import { CannotStartError } from "./errors.ts";
import type { HouseSettings } from "./house-settings.ts";
import type { Programs } from "./programs.ts";
import { findRunningHouse, forgetHouse } from "./running-house.ts";
import { type Outcome, supervise } from "./supervise.ts";

const POLL_MS = 100;
/** A house that is stopping is gone by then. */
const STOPPING_MS = 60_000;
/** A house whose `npm start` was killed has noticed by then, and is stopping. */
const NOTICE_MS = 2_000;
/** What is left of a killed house has noticed by then that it is alone, and has let go of the port. */
const ORPHANS_MS = 25_000;

/**
 * Bring up everything: database, schema, console, worker, demo; keep it until `control.stop`, then take it down in
 * reverse. A part that ends by itself is started again, unless it keeps ending. One house a data folder at a time.
 *
 * @throws {CannotStartError} if something about the machine is in the way; nothing is left running then
 */
export async function runUp(
  settings: HouseSettings,
  programsOn: (address: ConsoleAddress) => Programs,
  control: UpControl,
): Promise<Outcome> {
  const folder = openDataFolder(settings.dataDir);
  const lock = await lockFolder(folder, control.stop);
  const patienceMs = lock.takenOver ? ORPHANS_MS : 0;
  try {
    const plan = { settings, folder, programsOn, control, patienceMs };
    return await supervise((house) => buildHouse(house, plan), control.stop, control.note);
  } finally {
    forgetHouse(folder.runningFile);
    lock.release();
  }
}

/** @throws {CannotStartError} if another house keeps the folder */
async function lockFolder(folder: DataFolder, stop: AbortSignal): Promise<HeldLock> {
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    const lock = takeLock(folder.lockFile);
    if ("release" in lock) return lock;
    const stopping = findRunningHouse(folder.runningFile)?.stopping ?? false;
    const patienceMs = stopping ? STOPPING_MS : NOTICE_MS;
    if (waitedMs >= patienceMs || stop.aborted) throw alreadyRunning(folder, lock.holder);
    await delay(POLL_MS);
  }
}

function alreadyRunning(folder: DataFolder, holder: number): CannotStartError {
  const url = findRunningHouse(folder.runningFile)?.url;
  const where = url === undefined ? "" : ` on ${url}`;
  return new CannotStartError(`already running from '${folder.dir}'${where} (process ${holder})`);
}
