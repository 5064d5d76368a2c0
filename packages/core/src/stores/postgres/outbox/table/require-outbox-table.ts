import { InvalidConfigError } from "../../../../kernel/errors.ts";
import type { Sql } from "../../sql.ts";
import type { OutboxTable } from "./outbox-table.ts";

const COLUMNS = `
  SELECT to_regclass($1) IS NOT NULL AS "isThere",
         ARRAY(SELECT attname::text FROM pg_attribute
               WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped) AS columns`;

interface Found {
  readonly isThere: boolean;
  readonly columns: readonly string[];
}

const LETTER_COLUMNS = ["reason", "died_at", "resolved_at"];

/**
 * See when a process starts that the tables of messages are there with all their columns, rather than at the first claim. Nothing is created or
 * changed; what a user's table has besides is nobody's business.
 *
 * @throws {InvalidConfigError} naming every column that is missing, and the migration that has it
 */
export async function requireOutboxTable(sql: Sql, outbox: OutboxTable): Promise<void> {
  const { timerId: _forTimersOnly, ...c } = outbox.columns;
  await requireColumns(sql, "table", outbox.table, Object.values(c));
  if (outbox.deadLetterTable === undefined) return;
  const copied = [c.id, c.topic, c.key, c.payload, c.headers, c.attempts, c.deliveries];
  const letter = [...copied, c.lastError, c.createdAt].map(unquoted);
  await requireColumns(sql, "deadLetterTable", outbox.deadLetterTable, [
    ...letter,
    ...LETTER_COLUMNS,
  ]);
}

async function requireColumns(
  sql: Sql,
  setting: string,
  table: string,
  columns: readonly string[],
): Promise<void> {
  const [found] = await sql.query<Found>("look at a table of messages", COLUMNS, [table]);
  const remedy = "run the migration that outboxTableSql prints";
  if (found?.isThere !== true) {
    throw new InvalidConfigError(setting, `${table} does not exist: ${remedy}`);
  }
  const there = new Set(found.columns);
  const missing = columns.map(unquoted).filter((column) => !there.has(column));
  if (missing.length === 0) return;
  const those =
    missing.length === 1 ? `the column ${missing[0]}` : `the columns ${missing.join(", ")}`;
  throw new InvalidConfigError(setting, `${table} lacks ${those}: ${remedy}, or what it adds`);
}

/** A table's names stand quoted in statements. */
function unquoted(name: string): string {
  return name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name;
}
