import type { Pool, PoolClient } from "pg";
import description from "../../schema-description.json" with { type: "json" };
import { compareSchemas, type SchemaDifference } from "./compare-schemas.ts";
import { readSchema } from "./read-schema.ts";

export type { SchemaDifference } from "./compare-schemas.ts";

/**
 * Compare a database with what this version's migrations make: a migration that was not run, a change by hand, a restore that left
 * something out. One look into the catalog; nothing is locked or written.
 *
 * @returns every difference by name; none if all is as it should be
 */
export async function checkSchema(client: Pool | PoolClient): Promise<readonly SchemaDifference[]> {
  return compareSchemas(description, await readSchema(client));
}
