import type { Receipt } from "../../../inbox/receipt.ts";
import { checked } from "../checked.ts";
import { type Statement, toJsonColumn } from "../statement.ts";

const ROWS = `
  SELECT r.scope, r.key, r.fingerprint, r.receipt, clock_timestamp() + r.ttl_ms * interval '1 millisecond'
  FROM ROWS FROM (
      unnest($1::text[], $2::text[], $3::text[], $5::double precision[]), json_array_elements($4::json))
    AS r (scope, key, fingerprint, ttl_ms, receipt)`;

/** The primary key settles races: a second insert of one key waits for the first transaction. */
const INSERT_RECEIPTS = `
  INSERT INTO sagascope.inbox (scope, key, fingerprint, receipt, expires_at) ${ROWS}`;

/** A receipt that has expired no longer answers and is replaced. */
const REPLACE_EXPIRED_RECEIPTS = checked(
  "receipt",
  `
  INSERT INTO sagascope.inbox AS i (scope, key, fingerprint, receipt, expires_at) ${ROWS}
  ON CONFLICT (scope, key) DO UPDATE
    SET fingerprint = excluded.fingerprint, receipt = excluded.receipt, recorded_at = clock_timestamp(),
        expires_at = excluded.expires_at
    WHERE i.expires_at <= clock_timestamp()`,
  6,
);

/**
 * Fails if one of the keys is already answered for.
 *
 * @param replaceExpired - a receipt whose time is over may stand in the way: dearer, and seldom so
 */
export function writeReceipts(
  receipts: readonly Receipt[],
  replaceExpired: boolean,
): readonly Statement[] {
  if (receipts.length === 0) return [];
  const values = [
    receipts.map((receipt) => receipt.scope),
    receipts.map((receipt) => receipt.key),
    receipts.map((receipt) => receipt.fingerprint),
    toJsonColumn(receipts.map((receipt) => JSON.stringify(receipt.result))),
    receipts.map((receipt) => receipt.ttlMs),
  ];
  return replaceExpired
    ? [
        {
          operation: "write receipts",
          text: REPLACE_EXPIRED_RECEIPTS,
          values: [...values, receipts.length],
        },
      ]
    : [{ operation: "write receipts", text: INSERT_RECEIPTS, values }];
}
