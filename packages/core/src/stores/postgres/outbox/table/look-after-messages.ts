import { ms } from "./claim-conditions.ts";
import type { OutboxTable } from "./outbox-table.ts";

/** How much waits, for how long what is due, and how much is dead: $1 topics or null. Each part is read from an index of its own. */
export function statsStatement({ table, deadLetterTable, columns: c }: OutboxTable): string {
  const asked = `($1::text[] IS NULL OR ${c.topic} = ANY ($1))`;
  const dead =
    deadLetterTable === undefined
      ? `${table} WHERE ${c.status} = 'dead' AND ${c.settledAt} IS NULL AND ${asked}`
      : `${deadLetterTable} WHERE resolved_at IS NULL AND ${asked}`;
  return `
    SELECT (SELECT count(*) FROM ${table} WHERE ${c.status} = 'pending' AND ${asked})::float8 AS pending,
           (SELECT extract(epoch FROM clock_timestamp() - ${c.createdAt}) * 1000
            FROM ${table} WHERE ${c.status} = 'pending' AND ${asked} AND ${c.createdAt} <= (SELECT clock_timestamp()) ORDER BY ${c.id} LIMIT 1)::float8 AS age_ms,
           (SELECT count(*) FROM ${dead})::float8 AS dead`;
}

/**
 * Removes some delivered messages: $1 the least age in milliseconds, $2 how many at most, $3 the id behind which to look. Ids go up with
 * time, so that bites in their order pass once over what has to stay.
 */
export function purgeStatement({ table, columns: c, idType }: OutboxTable): string {
  return `
    WITH old AS MATERIALIZED (
      SELECT ${c.id} AS id FROM ${table}
      WHERE ${c.id} > $3::${idType} AND ${c.status} = 'delivered'
        AND ${c.createdAt} <= (SELECT clock_timestamp()) - ${ms("$1")}
      ORDER BY ${c.id} LIMIT $2
    ), gone AS (
      DELETE FROM ${table} t USING old o WHERE t.${c.id} = o.id RETURNING 1
    )
    SELECT (SELECT count(*) FROM gone)::float8 AS gone,
           (SELECT old.id::text FROM old ORDER BY old.id DESC LIMIT 1) AS last`;
}
