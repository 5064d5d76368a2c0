import type { Sql } from "../sql.ts";

const LIST = `
  SELECT topic, key, type, subject, id AS "envelopeId", correlation_id AS "correlationId", due_at AS "dueAt",
         set_at AS "setAt", clock_timestamp() AS now
  FROM sagascope.scheduled_event WHERE $1::text IS NULL OR topic = $1
  ORDER BY due_at, seq LIMIT $2`;

/** An event that waits for its time. */
export interface ScheduledEventView {
  readonly topic: string;
  readonly key: string;
  readonly type: string;
  readonly subject: string;
  readonly envelopeId: string;
  readonly correlationId: string;
  readonly dueAt: Date;
  /** When it was set, or set again. */
  readonly setAt: Date;
  /** The database's time, which decides. */
  readonly now: Date;
}

/** What is scheduled, soonest first; looking holds nothing up. */
export function listScheduled(
  sql: Sql,
  { topic, limit }: { readonly topic?: string; readonly limit: number },
): Promise<readonly ScheduledEventView[]> {
  return sql.query("list scheduled events", LIST, [topic ?? null, limit]);
}
