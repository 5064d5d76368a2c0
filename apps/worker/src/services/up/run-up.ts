import { takeLock } from "../processes/pid-lock.ts";
import { buildHouse, type UpControl } from "./build-house.ts";
import type { ConsoleAddress } from "./claim-port.ts";
import { type DataFolder, openDataFolder } from "./data-folder.ts";
import { CannotStartError } from "./errors.ts";
import type { HouseSettings } from "./house-settings.ts";
import type { Programs } from "./programs.ts";
import { findRunningHouse, forgetHouse } from "./running-house.ts";
import { type Outcome, supervise } from "./supervise.ts";

/** What is left of a killed house has noticed by then that it is alone, and has let go of the port. */
const ORPHANS_MS = 25_000;

/**
 * Bring up everything: database, schema, console, worker, demo; keep it until `control.stop`, then take it down in
 * reverse. One house a data folder at a time.
 *
 * @throws {CannotStartError} if something about the machine is in the way; nothing is left running then
 */
export async function runUp(
  settings: HouseSettings,
  programsOn: (address: ConsoleAddress) => Programs,
  control: UpControl,
): Promise<Outcome> {
  const folder = openDataFolder(settings.dataDir);
  const lock = takeLock(folder.lockFile);
  if ("holder" in lock) throw alreadyRunning(folder, lock.holder);
  const patienceMs = lock.takenOver ? ORPHANS_MS : 0;
  try {
    const plan = { settings, folder, programsOn, control, patienceMs };
    return await supervise((house) => buildHouse(house, plan), control.stop);
  } finally {
    forgetHouse(folder.runningFile);
    lock.release();
  }
}

function alreadyRunning(folder: DataFolder, holder: number): CannotStartError {
  const url = findRunningHouse(folder.runningFile)?.url;
  const where = url === undefined ? "" : ` on ${url}`;
  return new CannotStartError(`already running from '${folder.dir}'${where} (process ${holder})`);
}
