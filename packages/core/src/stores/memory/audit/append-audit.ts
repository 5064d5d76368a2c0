import type { AuditEntry } from "../../../engine/step-commit.ts";
import { AUDIT_GENESIS_HASH, auditHash } from "../../../operations/audit-chain.ts";
import type { MemoryDatabase } from "../memory-database.ts";
import { keyOf } from "../table.ts";

/** Append to the audit chain. */
export function appendAudit(db: MemoryDatabase, entries: readonly AuditEntry[]): void {
  for (const entry of entries) {
    const rows = db.audit.rows();
    const fields = {
      seq: String(rows.length + 1),
      at: db.clock.now().toISOString(),
      actor: entry.actor,
      action: entry.action,
      target: entry.target,
      reason: entry.reason ?? null,
      outcome: entry.outcome,
      detail: JSON.stringify(entry.detail),
      prevHash: rows.at(-1)?.hash ?? AUDIT_GENESIS_HASH,
    };
    db.audit.put(keyOf(fields.seq), { ...fields, hash: auditHash(fields) });
  }
}
