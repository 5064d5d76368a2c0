import type { AuditEntry } from "../../../engine/step-commit.ts";
import {
  AUDIT_GENESIS_HASH,
  type AuditRowFields,
  auditHash,
} from "../../../operations/audit-chain.ts";
import type { Sql } from "../sql.ts";

/** One writer at a time: a chain has one end. Taken in a statement of its own, so that the next one sees the last row. */
const LOCK_CHAIN = "SELECT pg_advisory_xact_lock(727073, 2)::text"; // as text: Prisma cannot read void
const LAST_ROW = `
  SELECT a.seq, a.hash, to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS now
  FROM (SELECT 1) one LEFT JOIN LATERAL (SELECT seq, hash FROM sagascope.audit ORDER BY seq DESC LIMIT 1) a ON true`;
const INSERT_ROWS = `
  INSERT INTO sagascope.audit (seq, at, actor, action, target, reason, outcome, detail, prev_hash, hash)
  SELECT seq, at, actor, action, target, reason, outcome, detail::json, prev_hash, hash
  FROM unnest($1::bigint[], $2::timestamptz[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
              $9::text[], $10::text[])
    AS r (seq, at, actor, action, target, reason, outcome, detail, prev_hash, hash)`;

interface LastRow {
  readonly seq: string | null;
  readonly hash: string | null;
  readonly now: string;
}

type ChainRow = AuditRowFields & { readonly hash: string };

/**
 * Append to the audit chain, in the caller's transaction: the entry is there if and only if what it speaks of is.
 * Needs an open transaction, since the chain is locked until its end; so it is best written last.
 */
export async function appendAudit(sql: Sql, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await sql.query("lock audit chain", LOCK_CHAIN);
  const [last] = await sql.query<LastRow>("read audit chain", LAST_ROW);
  const rows = linked(entries, last ?? { seq: null, hash: null, now: "" });
  const column = <Value>(pick: (row: ChainRow) => Value) => rows.map(pick);
  await sql.query("append audit", INSERT_ROWS, [
    column(({ seq }) => seq),
    column(({ at }) => at),
    column(({ actor }) => actor),
    column(({ action }) => action),
    column(({ target }) => target),
    column(({ reason }) => reason ?? null),
    column(({ outcome }) => outcome),
    column(({ detail }) => detail),
    column(({ prevHash }) => prevHash),
    column(({ hash }) => hash),
  ]);
}

/** Each row points back to the one before. */
function linked(entries: readonly AuditEntry[], last: LastRow): readonly ChainRow[] {
  const rows: ChainRow[] = [];
  for (const { detail: facts, ...entry } of entries) {
    const before = rows.at(-1) ?? { seq: last.seq ?? "0", hash: last.hash ?? AUDIT_GENESIS_HASH };
    const seq = (BigInt(before.seq) + 1n).toString();
    const row = {
      ...entry,
      seq,
      at: last.now,
      detail: JSON.stringify(facts),
      prevHash: before.hash,
    };
    rows.push({ ...row, hash: auditHash(row) });
  }
  return rows;
}
