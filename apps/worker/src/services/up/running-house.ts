import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { isRunning } from "../processes/running-process.ts";

const runningHouse = z.object({
  pid: z.int().positive(),
  url: z.url(),
  databaseUrl: z.string(),
  /** Whether it is on its way down. */
  stopping: z.boolean().default(false),
});

/** How other commands reach a house that is up: its console, and its database with its password. */
export type RunningHouse = Readonly<z.infer<typeof runningHouse>>;

/** Tell other commands about this house. */
export function announceHouse(
  file: string,
  house: Omit<RunningHouse, "stopping"> & { stopping?: boolean },
): void {
  rmSync(file, { force: true }); // an existing file would keep its mode
  writeFileSync(file, JSON.stringify(house), { mode: 0o600 });
}

/** The house that is up, if one is; what a killed one left behind does not count. */
export function findRunningHouse(file: string): RunningHouse | undefined {
  if (!existsSync(file)) return undefined;
  const parsed = runningHouse.safeParse(JSON.parse(readFileSync(file, "utf8")));
  return parsed.success && isRunning(parsed.data.pid) ? parsed.data : undefined;
}

/** Take back what `announceHouse` told. */
export function forgetHouse(file: string): void {
  rmSync(file, { force: true });
}
