import type { JsonValue } from "../../../kernel/json.ts";
import { redact } from "../../../kernel/redaction/redactor.ts";
import type { Sql } from "../sql.ts";
import { AUDIT_COLUMNS, type AuditRow } from "./list-audit.ts";

const SEARCH = `
  SELECT ${AUDIT_COLUMNS} FROM sagascope.audit a
  WHERE ($1::text IS NULL OR actor = $1) AND ($2::text IS NULL OR action = $2)
    AND ($3::text IS NULL OR position(lower($3) IN lower(target || ' ' || coalesce(reason, '') || ' ' || outcome)) > 0)
    AND ($4::timestamptz IS NULL OR at >= $4) AND ($5::timestamptz IS NULL OR at < $5)
    AND ($6::bigint IS NULL OR a.seq < $6)
  ORDER BY a.seq DESC LIMIT $7`;

/** What the audit may be narrowed to. */
export interface AuditFilter {
  readonly actor?: string;
  readonly action?: string;
  /** A part of the target, the reason or the outcome. */
  readonly text?: string;
  readonly from?: Date;
  readonly before?: Date;
}

/** A row of the audit for people: whatever secret got into it is masked. */
export interface AuditView extends Omit<AuditRow, "detail"> {
  readonly detail: JsonValue;
}

/** The newest rows that a filter finds, newest first, from before a row on. */
export async function searchAudit(
  sql: Sql,
  filter: AuditFilter,
  page: { readonly beforeSeq?: string; readonly limit: number },
): Promise<readonly AuditView[]> {
  const rows = await sql.query<AuditRow>("search audit", SEARCH, [
    filter.actor ?? null,
    filter.action ?? null,
    filter.text ?? null,
    filter.from ?? null,
    filter.before ?? null,
    page.beforeSeq ?? null,
    page.limit,
  ]);
  return rows.map((row) => ({
    ...row,
    target: String(redact(row.target).value),
    reason: row.reason == null ? null : String(redact(row.reason).value),
    detail: redact(JSON.parse(row.detail)).value,
  }));
}
