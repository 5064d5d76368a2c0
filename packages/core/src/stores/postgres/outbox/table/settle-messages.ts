import { ms } from "./claim-conditions.ts";
import type { OutboxTable } from "./outbox-table.ts";

/** Messages that are still held under the tokens given: $1 ids, $2 the same as text, $3 a token each. */
const held = ({ columns: c, idType }: OutboxTable) =>
  `o.${c.id} = ANY ($1::${idType}[]) AND o.${c.status} = 'pending' AND o.${c.id}::text = r.id AND o.${c.token}::text = r.token`;
const RECEIPTS = "unnest($2::text[], $3::text[]) AS r (id, token)";
const letGo = ({ columns: c }: OutboxTable) => `${c.token} = NULL, ${c.owner} = NULL`;

/** Each of them answers with one row for each message it did. */
export interface Settlements {
  readonly complete: string;
  /** $4: delay in milliseconds. */
  readonly handBack: string;
  /** $4 delays, $5 errors, $6 whether each counts. */
  readonly retry: string;
  /** $4: milliseconds. Answers with `id`. */
  readonly renew: string;
}

/** The statements that end or lengthen a claim. */
export function settlementsOf(outbox: OutboxTable): Settlements {
  const { table, columns: c, onDelivered } = outbox;
  const due = (delay: string) => `${c.availableAt} = clock_timestamp() + ${ms(delay)}`;
  return {
    complete:
      onDelivered === "delete"
        ? `DELETE FROM ${table} o USING ${RECEIPTS} WHERE ${held(outbox)} RETURNING 1 AS done`
        : `UPDATE ${table} o SET ${c.status} = 'delivered', ${c.settledAt} = clock_timestamp(), ${letGo(outbox)}
           FROM ${RECEIPTS} WHERE ${held(outbox)} RETURNING 1 AS done`,
    // At once means where it stood: behind what was written after it, a stream of that would always come first.
    handBack: `
      UPDATE ${table} o
      SET ${c.availableAt} = CASE WHEN $4::float8 = 0 THEN least(o.${c.createdAt}, clock_timestamp())
                                  ELSE clock_timestamp() + ${ms("$4")} END,
          ${c.deliveries} = o.${c.deliveries} - 1, ${letGo(outbox)}
      FROM ${RECEIPTS} WHERE ${held(outbox)} RETURNING 1 AS done`,
    retry: `
      UPDATE ${table} o
      SET ${due("r.delay")}, ${c.lastError} = r.error, ${c.attempts} = o.${c.attempts} + r.counts::int,
          ${c.deliveries} = o.${c.deliveries} - (NOT r.counts)::int,
          ${c.firstFailedAt} = coalesce(o.${c.firstFailedAt}, clock_timestamp()), ${letGo(outbox)}
      FROM unnest($2::text[], $3::text[], $4::float8[], $5::text[], $6::boolean[]) AS r (id, token, delay, error, counts)
      WHERE ${held(outbox)} RETURNING 1 AS done`,
    renew: `
      UPDATE ${table} o SET ${due("$4")}
      FROM ${RECEIPTS} WHERE ${held(outbox)} RETURNING o.${c.id}::text AS id`,
  };
}

/**
 * Takes messages out and leaves dead letters, in one statement: $4 reasons, $5 errors, $6 whether the last try counts, $7 whether
 * nobody has to look at it.
 */
export function deadLetterStatement(outbox: OutboxTable): string {
  const { table, deadLetterTable, columns: c } = outbox;
  const given = `unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::boolean[], $7::boolean[])
    AS r (id, token, reason, error, counts, resolved)`;
  const resolvedAt = "CASE WHEN r.resolved THEN clock_timestamp() END";
  if (deadLetterTable === undefined) {
    return `
      UPDATE ${table} o
      SET ${c.status} = 'dead', ${c.lastError} = r.error, ${c.attempts} = o.${c.attempts} + r.counts::int,
          ${c.settledAt} = ${resolvedAt}, ${letGo(outbox)}
      FROM ${given} WHERE ${held(outbox)} RETURNING 1 AS done`;
  }
  const kept = [c.id, c.topic, c.key, c.payload, c.headers, c.deliveries, c.createdAt];
  return `
    WITH gone AS (
      DELETE FROM ${table} o USING ${given} WHERE ${held(outbox)}
      RETURNING ${kept.map((column) => `o.${column}`).join(", ")}, o.${c.attempts} + r.counts::int AS tried,
                r.error AS why, r.reason, ${resolvedAt} AS resolved_at
    )
    INSERT INTO ${deadLetterTable} (${kept.join(", ")}, ${c.attempts}, ${c.lastError}, reason, resolved_at)
    SELECT ${kept.join(", ")}, tried, why, reason, resolved_at FROM gone RETURNING 1 AS done`;
}
