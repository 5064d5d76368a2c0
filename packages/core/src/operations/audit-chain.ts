import { createHash } from "node:crypto";

/** What the first row of the chain points back to. */
export const AUDIT_GENESIS_HASH = "0".repeat(64);

/** The fields that a row's hash covers. `at` is UTC with microseconds, `detail` the JSON text as stored. */
export interface AuditRowFields {
  readonly seq: string;
  readonly at: string;
  readonly actor: string;
  readonly action: string;
  readonly target: string;
  readonly reason?: string | null;
  readonly outcome: string;
  readonly detail: string;
  readonly prevHash: string;
}

/** Hex SHA-256 over a row and the hash before it: a changed or missing row breaks every later one. */
export function auditHash(row: AuditRowFields): string {
  const fields = [
    row.seq,
    row.at,
    row.actor,
    row.action,
    row.target,
    row.reason ?? null,
    row.outcome,
    row.detail,
    row.prevHash,
  ];
  return createHash("sha256").update(JSON.stringify(fields)).digest("hex");
}

/**
 * The first row that does not fit the chain, or undefined if all do.
 *
 * @param after - the row before the first one given; by default they start the chain. So a long chain can be read in pages.
 */
export function findBrokenRow(
  rows: Iterable<AuditRowFields & { readonly hash: string }>,
  after: { readonly seq: string; readonly hash: string } = { seq: "0", hash: AUDIT_GENESIS_HASH },
): string | undefined {
  let prevHash = after.hash;
  let seq = BigInt(after.seq);
  for (const row of rows) {
    seq += 1n;
    const fits =
      BigInt(row.seq) === seq && row.prevHash === prevHash && row.hash === auditHash(row);
    if (!fits) return row.seq;
    prevHash = row.hash;
  }
  return undefined;
}
