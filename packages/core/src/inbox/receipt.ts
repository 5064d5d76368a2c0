/** Proof that an envelope was handled by a machine, kept so that a redelivery is not. */
export interface Receipt {
  /** See {@link inboxScope}. */
  readonly scope: string;
  /** What makes the message unique in its scope: the envelope's id. */
  readonly key: string;
  readonly fingerprint: string;
  readonly result: ReceiptResult;
  /** How long it answers for its envelope; null for ever. */
  readonly ttlMs: number | null;
}

/** What handling the envelope did. */
export interface ReceiptResult {
  readonly revision: number;
  /** Active state paths afterwards. */
  readonly states: readonly string[];
}

/** How long a receipt answers for its envelope unless a machine says otherwise: 7 days. */
export const DEFAULT_RECEIPT_TTL_MS = 7 * 24 * 60 * 60 * 1000;

export type ReceiptMatch = "new" | "duplicate" | "mismatch";

/** Compare an arriving envelope's fingerprint with what the inbox holds for its key. */
export function matchReceipt(
  stored: { readonly fingerprint: string } | undefined,
  fingerprint: string,
): ReceiptMatch {
  if (stored === undefined) return "new";
  return stored.fingerprint === fingerprint ? "duplicate" : "mismatch";
}
