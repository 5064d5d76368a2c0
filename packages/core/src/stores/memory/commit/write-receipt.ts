import { CommitConflictError } from "../../../engine/errors.ts";
import type { Receipt } from "../../../inbox/receipt.ts";
import type { MemoryDatabase } from "../memory-database.ts";
import { keyOf } from "../table.ts";

/**
 * Keep the proof that an envelope was handled. A receipt that has expired no longer answers and is replaced.
 *
 * @throws {CommitConflictError} if its key is already answered for
 */
export function writeReceipt(db: MemoryDatabase, receipt: Receipt | undefined): void {
  if (receipt === undefined) return;
  const { scope, key, fingerprint, result, ttlMs } = receipt;
  const nowMs = db.nowMs();
  const before = db.receipts.get(keyOf(scope, key));
  if (before !== undefined && before.expiresAtMs > nowMs) {
    throw new CommitConflictError("receipt", 1, 0);
  }
  db.receipts.put(keyOf(scope, key), {
    scope,
    key,
    fingerprint,
    result: JSON.stringify(result),
    expiresAtMs: ttlMs === null ? Number.POSITIVE_INFINITY : nowMs + ttlMs,
  });
}
