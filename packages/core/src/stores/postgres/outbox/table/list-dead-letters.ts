import { redactErrorText } from "../../../../kernel/redaction/redactor.ts";
import type { Sql } from "../../sql.ts";
import type { OutboxTable } from "./outbox-table.ts";

/** A message that was given up, without its body. */
export interface OutboxLetterView {
  /** The message's; for `requeueDeadLetters` and `resolveDeadLetters`. */
  readonly id: string;
  readonly topic: string;
  readonly key: string | null;
  readonly attempts: number;
  readonly deliveries: number;
  /** Null in tables that keep dead letters themselves: they have no column for it. */
  readonly reason: string | null;
  /** With secrets masked. */
  readonly error: string | null;
  readonly createdAt: Date;
  /** Null likewise. */
  readonly diedAt: Date | null;
  readonly resolvedAt: Date | null;
}

export interface OutboxLetterFilter {
  /** Resolved ones too; default only those that somebody still has to look at. */
  readonly withResolved?: boolean;
  readonly limit: number;
}

/** Messages of a table that were given up, newest first. */
export async function listDeadLetters(
  sql: Sql,
  outbox: OutboxTable,
  { withResolved = false, limit }: OutboxLetterFilter,
): Promise<readonly OutboxLetterView[]> {
  const { table, deadLetterTable, columns: c } = outbox;
  const isOwn = deadLetterTable !== undefined;
  const resolvedAt = isOwn ? "resolved_at" : c.settledAt;
  const rows = await sql.query<OutboxLetterView>(
    "list dead letters of a table",
    `SELECT ${c.id}::text AS id, ${c.topic} AS topic, ${c.key} AS key, ${c.attempts} AS attempts,
            ${c.deliveries} AS deliveries, ${isOwn ? "reason" : "NULL"} AS reason, ${c.lastError} AS error,
            ${c.createdAt} AS "createdAt", ${isOwn ? "died_at" : "NULL::timestamptz"} AS "diedAt",
            ${resolvedAt} AS "resolvedAt"
     FROM ${deadLetterTable ?? table}
     WHERE ${isOwn ? "" : `${c.status} = 'dead' AND `}($1::boolean OR ${resolvedAt} IS NULL)
     ORDER BY ${c.id} DESC LIMIT $2`,
    [withResolved, limit],
  );
  return rows.map((row) => ({
    ...row,
    error: row.error === null ? null : redactErrorText(row.error),
  }));
}
