import type { DeadLetterReason } from "../dead-letters/letter.ts";
import { SagascopeError } from "../kernel/errors.ts";

/** Tries of one envelope before it is a dead letter, where its machine says nothing. */
export const DEFAULT_ATTEMPTS_MAX = 5;

/** What becomes of work whose handling threw. */
export type FailureSettlement =
  | { readonly action: "retry"; readonly attempts: number }
  | { readonly action: "dead-letter"; readonly attempts: number; readonly reason: DeadLetterReason }
  /** Our own stores are down: never the message's fault, never counted. */
  | { readonly action: "hold" };

/**
 * Decide by the error's `fault` alone. A foreign error is the message's fault: the chart's code threw it.
 *
 * @param attempts - tries before this one
 */
export function settleFailure(
  error: unknown,
  attempts: number,
  attemptsMax: number,
): FailureSettlement {
  if (error instanceof SagascopeError && error.fault === "infrastructure") {
    return { action: "hold" };
  }
  const tried = attempts + 1;
  return tried >= attemptsMax
    ? { action: "dead-letter", attempts: tried, reason: "max_attempts" }
    : { action: "retry", attempts: tried };
}
