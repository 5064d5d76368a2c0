import type { AuditEntry } from "../../../engine/step-commit.ts";
import { AUDIT_GENESIS_HASH, auditHash } from "../../../operations/audit-chain.ts";
import type { Sql } from "../sql.ts";

/** One writer at a time: a chain has one end. Taken in a statement of its own, so that the next one sees the last row. */
const LOCK_CHAIN = "SELECT pg_advisory_xact_lock(727073, 2)::text"; // as text: Prisma cannot read void
const LAST_ROW = `
  SELECT a.seq, a.hash, to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS now
  FROM (SELECT 1) one LEFT JOIN LATERAL (SELECT seq, hash FROM sagascope.audit ORDER BY seq DESC LIMIT 1) a ON true`;
const INSERT_ROW = `
  INSERT INTO sagascope.audit (seq, at, actor, action, target, reason, outcome, detail, prev_hash, hash)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8::json, $9, $10)`;

interface LastRow {
  readonly seq: string | null;
  readonly hash: string | null;
  readonly now: string;
}

/**
 * Append to the audit chain, in the caller's transaction: the entry is there if and only if what it speaks of is.
 * Needs an open transaction, since the chain is locked until its end.
 */
export async function appendAudit(sql: Sql, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await sql.query("lock audit chain", LOCK_CHAIN);
  for (const entry of entries) await appendOne(sql, entry);
}

async function appendOne(sql: Sql, entry: AuditEntry): Promise<void> {
  const [last] = await sql.query<LastRow>("read audit chain", LAST_ROW);
  const seq = (BigInt(last?.seq ?? 0) + 1n).toString();
  const at = last?.now ?? "";
  const prevHash = last?.hash ?? AUDIT_GENESIS_HASH;
  const detail = JSON.stringify(entry.detail);
  const hash = auditHash({ ...entry, seq, at, detail, prevHash });
  await sql.query("append audit", INSERT_ROW, [
    seq,
    at,
    entry.actor,
    entry.action,
    entry.target,
    entry.reason ?? null,
    entry.outcome,
    detail,
    prevHash,
    hash,
  ]);
}
