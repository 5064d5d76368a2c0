import path from "node:path";
import { dataFolderAt } from "../services/up/data-folder.ts";
import { findRunningHouse } from "../services/up/running-house.ts";
import type { Invocation } from "./command.ts";
import { UsageError } from "./errors.ts";

type Place = Pick<Invocation, "env" | "cwd">;

/** The database that a command works on: DATABASE_URL, or the embedded one of the house that is up in this folder. */
export function findDatabaseUrl({ env, cwd }: Place): string | undefined {
  if (env.databaseUrl !== undefined) return env.databaseUrl;
  const { runningFile } = dataFolderAt(path.resolve(cwd, env.dataDir));
  return findRunningHouse(runningFile)?.databaseUrl;
}

/** As `findDatabaseUrl`. @throws {UsageError} if there is none */
export function getDatabaseUrl(place: Place): string {
  const url = findDatabaseUrl(place);
  if (url !== undefined) return url;
  throw new UsageError("no database: set DATABASE_URL, or start Sagascope first");
}
