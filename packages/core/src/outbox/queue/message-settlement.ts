import { MessageHandedBackError, MessageRejectedError } from "../errors.ts";
import type { Verdict } from "../work/work-run.ts";

/** Settles one message, once: the first call decides, and later ones do nothing. */
export interface MessageSettlement {
  /** Done. @returns false if it was settled before */
  ack(): boolean;
  /** Failed: tried again, if the retry strategy says so. @returns false if it was settled before */
  nack(error?: unknown): boolean;
  /** Not to be tried again. @returns false if it was settled before */
  reject(error?: unknown): boolean;
}

/** A settlement, and what it came to. */
export function createSettlement(): MessageSettlement & { verdict(): Verdict | undefined } {
  let verdict: Verdict | undefined;
  const settle = (next: Verdict): boolean => {
    if (verdict !== undefined) return false;
    verdict = next;
    return true;
  };
  return {
    ack: () => settle({ kind: "delivered" }),
    nack: (error = new MessageHandedBackError()) => settle({ kind: "failed", error }),
    reject: (error = new MessageRejectedError("rejected by its handler")) =>
      settle({ kind: "rejected", error }),
    verdict: () => verdict,
  };
}
