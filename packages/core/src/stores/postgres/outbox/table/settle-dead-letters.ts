import { InvalidConfigError } from "../../../../kernel/errors.ts";
import type { Sql } from "../../sql.ts";
import type { OutboxTable } from "./outbox-table.ts";

/**
 * Have dead letters tried once more, as if they were new: behind what waits of their key by now, with all their tries.
 *
 * @param ids - of the messages; those that are no dead letters are left alone
 * @returns how many there were
 */
export async function requeueDeadLetters(
  sql: Sql,
  outbox: OutboxTable,
  ids: readonly string[],
): Promise<number> {
  if (ids.length === 0) return 0;
  const rows = await sql.query("requeue dead letters", requeueStatement(outbox), [ids]);
  return rows.length;
}

/**
 * Mark dead letters as looked at: they stay, and are counted no longer.
 *
 * @param ids - of the messages; those that are no dead letters, or are resolved, are left alone
 * @returns how many there were
 */
export async function resolveDeadLetters(
  sql: Sql,
  outbox: OutboxTable,
  ids: readonly string[],
): Promise<number> {
  if (ids.length === 0) return 0;
  const { table, deadLetterTable, columns: c, idType } = outbox;
  const text =
    deadLetterTable === undefined
      ? `UPDATE ${table} SET ${c.settledAt} = clock_timestamp()
         WHERE ${c.id} = ANY ($1::${idType}[]) AND ${c.status} = 'dead' AND ${c.settledAt} IS NULL RETURNING 1 AS done`
      : `UPDATE ${deadLetterTable} SET resolved_at = clock_timestamp()
         WHERE ${c.id} = ANY ($1::${idType}[]) AND resolved_at IS NULL RETURNING 1 AS done`;
  return (await sql.query("resolve dead letters", text, [ids])).length;
}

/** A number that is used again would stand before what was written since: the message gets a new one. */
function requeueStatement(outbox: OutboxTable): string {
  const { table, deadLetterTable, columns: c, idType } = outbox;
  if (idType === "uuid" || idType === "text") {
    throw new InvalidConfigError("idType", `'${idType}' gives no new number: publish them anew`);
  }
  const kept = [c.topic, c.key, c.payload, c.headers];
  const from = deadLetterTable ?? table;
  const isDead = deadLetterTable === undefined ? ` AND ${c.status} = 'dead'` : "";
  return `
    WITH gone AS (
      DELETE FROM ${from} WHERE ${c.id} = ANY ($1::${idType}[])${isDead} RETURNING ${c.id}, ${kept.join(", ")}
    )
    INSERT INTO ${table} (${kept.join(", ")})
    SELECT ${kept.join(", ")} FROM gone ORDER BY ${c.id} RETURNING 1 AS done`;
}
