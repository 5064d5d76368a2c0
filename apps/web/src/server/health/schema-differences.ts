import { checkSchema, type SchemaDifference } from "@sagascope/database/schema-check";
import { database } from "../database/database.ts";

/** Health is asked every few seconds, and a schema hardly ever changes. */
const FRESH_MS = 60_000;

interface Known {
  readonly atMs: number;
  readonly differences: readonly SchemaDifference[];
}
let known: Known | undefined;

/**
 * How the console's database differs from what this version's migrations make, at most a minute old; looked at each time as long as
 * something is missing, so that a migration is seen at once.
 */
export async function findSchemaDifferences(): Promise<readonly SchemaDifference[]> {
  const nowMs = performance.now();
  const isFresh = known !== undefined && nowMs - known.atMs < FRESH_MS;
  if (known !== undefined && isFresh && !known.differences.some(({ kind }) => kind === "missing")) {
    return known.differences;
  }
  const differences = await checkSchema(database().pool);
  known = { atMs: nowMs, differences };
  return differences;
}
