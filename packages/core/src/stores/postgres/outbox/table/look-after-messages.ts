import { ms } from "./claim-conditions.ts";
import type { OutboxTable } from "./outbox-table.ts";

/** How much waits, since when, and how much is dead: $1 topics or null. Each part is read from an index of its own. */
export function statsStatement({ table, deadLetterTable, columns: c }: OutboxTable): string {
  const asked = `($1::text[] IS NULL OR ${c.topic} = ANY ($1))`;
  const dead =
    deadLetterTable === undefined
      ? `${table} WHERE ${c.status} = 'dead' AND ${c.settledAt} IS NULL AND ${asked}`
      : `${deadLetterTable} WHERE resolved_at IS NULL AND ${asked}`;
  return `
    SELECT (SELECT count(*) FROM ${table} WHERE ${c.status} = 'pending' AND ${asked})::float8 AS pending,
           (SELECT extract(epoch FROM clock_timestamp() - ${c.createdAt}) * 1000
            FROM ${table} WHERE ${c.status} = 'pending' AND ${asked} ORDER BY ${c.id} LIMIT 1)::float8 AS age_ms,
           (SELECT count(*) FROM ${dead})::float8 AS dead`;
}

/** Removes delivered messages: $1 the least age in milliseconds. */
export function purgeStatement({ table, columns: c }: OutboxTable): string {
  return `
    WITH gone AS (
      DELETE FROM ${table}
      WHERE ${c.status} = 'delivered' AND ${c.createdAt} <= (SELECT clock_timestamp()) - ${ms("$1")} RETURNING 1
    )
    SELECT count(*)::float8 AS gone FROM gone`;
}
