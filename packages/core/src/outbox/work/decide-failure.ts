import { InvalidConfigError, SagascopeError } from "../../kernel/errors.ts";
import type { ClaimedRow, OutboxLetterReason } from "../outbox-storage.ts";
import type { RetryStrategy } from "../retry/retry-strategy.ts";
import type { Outcome } from "./outcome.ts";

/** What becomes of messages that fail. */
export interface FailurePolicy {
  readonly retry: RetryStrategy;
  readonly attemptsMax: number;
  readonly deliveriesMax: number;
  readonly onPoison: OutboxPoisonPolicy;
  /** Wait between tries where a message is kept for ever, or an outage is waited out, and the strategy gives up. */
  readonly longestWaitMs: number;
}

/** What becomes of a message that is hopeless. */
export type OutboxPoisonPolicy =
  /** A dead letter, for somebody to look at. */
  | "dead_letter"
  /** A dead letter that nobody has to look at. */
  | "skip"
  /** It is tried for ever, and with strict order what follows it waits. */
  | "block"
  /** It is gone. */
  | "drop";

/** What is known of a failure. */
export interface Failure {
  readonly error: unknown;
  /** Why there is no use in another try; undefined: there may be. */
  readonly hopeless?: OutboxLetterReason;
  /** Milliseconds since the message first failed. */
  readonly failingForMs: number;
}

/**
 * Decide what becomes of a message that failed. An outage of something else is waited out and never counted; a strategy that
 * fails itself gives nothing up.
 */
export function decideFailure(row: ClaimedRow, failure: Failure, policy: FailurePolicy): Outcome {
  const { error, hopeless, failingForMs } = failure;
  if (hopeless !== undefined) {
    return giveUp(row, { reason: hopeless, error, counts: hopeless === "rejected" }, policy);
  }
  const attempts = row.attempts + 1;
  const { longestWaitMs } = policy;
  let delayMs: number | undefined;
  try {
    delayMs = checkDelay(policy.retry({ attempts, error, failingForMs }));
  } catch (strategyError) {
    return { kind: "retry", row, delayMs: longestWaitMs, error: strategyError, counts: true };
  }
  if (error instanceof SagascopeError && error.fault === "infrastructure") {
    return { kind: "retry", row, delayMs: delayMs ?? longestWaitMs, error, counts: false };
  }
  if (delayMs !== undefined && attempts < policy.attemptsMax) {
    return { kind: "retry", row, delayMs, error, counts: true };
  }
  return giveUp(row, { reason: "max_attempts", error, counts: true }, policy);
}

function checkDelay(delayMs: number | undefined): number | undefined {
  if (delayMs === undefined || (Number.isFinite(delayMs) && delayMs >= 0)) return delayMs;
  throw new InvalidConfigError("retry", `must return at least 0 milliseconds, got ${delayMs}`);
}

function giveUp(
  row: ClaimedRow,
  why: {
    readonly reason: OutboxLetterReason;
    readonly error: unknown;
    readonly counts: boolean;
  },
  { onPoison, longestWaitMs }: FailurePolicy,
): Outcome {
  const isRefused = why.reason === "rejected"; // by somebody who knows that it must not be kept
  switch (isRefused && onPoison === "block" ? "dead_letter" : onPoison) {
    case "block":
      return { kind: "retry", row, delayMs: longestWaitMs, error: why.error, counts: why.counts };
    case "drop":
      return { kind: "dropped", row, error: why.error };
    default:
      return { kind: "dead", row, ...why, isResolved: onPoison === "skip" };
  }
}
