import type { Message } from "../../envelope/messages/message.ts";
import type { ClaimedRow, OutboxLetterReason } from "../outbox-storage.ts";

/** What came of one claimed message. */
export type Outcome =
  | { readonly kind: "delivered"; readonly row: ClaimedRow; readonly message: Message }
  | Retried
  /** Not tried, since an earlier one of its key is to be tried again: it waits as long. */
  | {
      readonly kind: "blocked";
      readonly row: ClaimedRow;
      readonly head: ClaimedRow;
      readonly delayMs: number;
    }
  | GaveUp
  /** Given up without a letter. */
  | { readonly kind: "dropped"; readonly row: ClaimedRow; readonly error: unknown }
  /** Not tried, or nobody knows how it would have ended: handed back, at once if nothing else is said. */
  | { readonly kind: "untried"; readonly row: ClaimedRow; readonly delayMs?: number }
  /** Somebody else may have it by now: left alone. */
  | { readonly kind: "lost"; readonly row: ClaimedRow };

/** Failed, and to be tried again. */
export interface Retried {
  readonly kind: "retry";
  readonly row: ClaimedRow;
  readonly delayMs: number;
  readonly error: unknown;
  /** Whether it counts as an attempt. */
  readonly counts: boolean;
}

/** Given up for good. */
export interface GaveUp {
  readonly kind: "dead";
  readonly row: ClaimedRow;
  readonly reason: OutboxLetterReason;
  readonly error: unknown;
  readonly counts: boolean;
  readonly isResolved: boolean;
}
