import type { Receipt } from "../../../inbox/receipt.ts";
import type { Sql } from "../sql.ts";
import { requireAll } from "./settle-deliveries.ts";

/**
 * The primary key settles races: a second insert of one key waits for the first transaction. A receipt that has expired
 * no longer answers and is replaced.
 */
const INSERT_RECEIPTS = `
  INSERT INTO sagascope.inbox AS i (scope, key, fingerprint, receipt, expires_at)
  SELECT r.scope, r.key, r.fingerprint, r.receipt::json, clock_timestamp() + r.ttl_ms * interval '1 millisecond'
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::double precision[])
    AS r (scope, key, fingerprint, receipt, ttl_ms)
  ON CONFLICT (scope, key) DO UPDATE
    SET fingerprint = excluded.fingerprint, receipt = excluded.receipt, recorded_at = clock_timestamp(),
        expires_at = excluded.expires_at
    WHERE i.expires_at <= clock_timestamp()
  RETURNING 1`;

/** @throws {CommitConflictError} if one of the keys is already answered for */
export async function writeReceipts(sql: Sql, receipts: readonly Receipt[]): Promise<void> {
  if (receipts.length === 0) return;
  const rows = await sql.query("write receipts", INSERT_RECEIPTS, [
    receipts.map((receipt) => receipt.scope),
    receipts.map((receipt) => receipt.key),
    receipts.map((receipt) => receipt.fingerprint),
    receipts.map((receipt) => JSON.stringify(receipt.result)),
    receipts.map((receipt) => receipt.ttlMs),
  ]);
  requireAll("receipt", receipts.length, rows.length);
}
