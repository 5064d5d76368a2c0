import type { AuditRowFields } from "../../../operations/audit-chain.ts";
import type { Sql } from "../sql.ts";

/** One row of the audit chain; see `findBrokenRow`. */
export interface AuditRow extends AuditRowFields {
  readonly hash: string;
}

/** `at` and `detail` as text: the hash covers exactly these bytes. */
export const AUDIT_COLUMNS = `
  a.seq::text AS seq, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at, actor, action, target, reason,
  outcome, detail::text AS detail, prev_hash AS "prevHash", hash`;

const LIST_AUDIT = `SELECT ${AUDIT_COLUMNS} FROM sagascope.audit a WHERE a.seq > $1 ORDER BY a.seq LIMIT $2`;

/** A page of the audit chain in its order, after a row. */
export function listAudit(
  sql: Sql,
  { afterSeq = "0", limit }: { readonly afterSeq?: string; readonly limit: number },
): Promise<readonly AuditRow[]> {
  return sql.query<AuditRow>("list audit", LIST_AUDIT, [afterSeq, limit]);
}
