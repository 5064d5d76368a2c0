import path from "node:path";
import { dataFolderAt } from "../services/up/data-folder.ts";
import { findRunningHouse } from "../services/up/running-house.ts";
import type { Invocation } from "./command.ts";
import { UsageError } from "./errors.ts";

/**
 * The database that a command works on: DATABASE_URL, or the embedded one of the house that is up in this folder.
 *
 * @throws {UsageError} if there is neither
 */
export function getDatabaseUrl({ env, cwd }: Pick<Invocation, "env" | "cwd">): string {
  if (env.databaseUrl !== undefined) return env.databaseUrl;
  const { runningFile } = dataFolderAt(path.resolve(cwd, env.dataDir));
  const house = findRunningHouse(runningFile);
  if (house) return house.databaseUrl;
  throw new UsageError("no database: set DATABASE_URL, or start Sagascope first");
}
