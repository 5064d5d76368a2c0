import { InvalidConfigError } from "../../kernel/errors.ts";
import { exponentialDelayMs } from "../../kernel/exponential-delay.ts";
import type { RetryPolicy } from "../../sagas/retry-policy.ts";
import { drawOf, requireAtLeast, requireLimits } from "./check-retry.ts";
import type { MessageFailure, RetryLimits, RetryStrategy } from "./retry-strategy.ts";

/** Give every message up at its first failure. */
export const noRetry: RetryStrategy = () => undefined;

/**
 * The same wait after each failure.
 *
 * @throws {InvalidConfigError} if a setting is out of range
 */
export function constantRetry(options: RetryLimits & { readonly delayMs: number }): RetryStrategy {
  const { delayMs } = options;
  requireAtLeast("delayMs", delayMs, 0);
  return limited(options, () => delayMs);
}

/**
 * A wait that grows by the same step with each failure.
 *
 * @throws {InvalidConfigError} if a setting is out of range
 */
export function linearRetry(
  options: RetryLimits & { readonly initialMs: number; readonly stepMs: number },
): RetryStrategy {
  const { initialMs, stepMs } = options;
  requireAtLeast("initialMs", initialMs, 0);
  requireAtLeast("stepMs", stepMs, 0);
  return limited(options, ({ attempts }) => initialMs + stepMs * (attempts - 1));
}

/** Chance on top of a delay, after its cap, so that it may exceed that. */
export type RetryJitter =
  /** Up to this share of the delay more. */
  | { readonly kind: "added"; readonly share: number }
  /** Up to this share of the delay more or less. */
  | { readonly kind: "around"; readonly share: number };

/** Settings of {@link exponentialRetry}. */
export interface ExponentialRetryOptions extends RetryLimits {
  /** Wait after the first failure. */
  readonly initialMs: number;
  /** What each further failure multiplies the wait by; default 2. */
  readonly factor?: number;
  /** No wait is longer, but for jitter; default none. */
  readonly maxMs?: number;
  /** Default none. */
  readonly jitter?: RetryJitter;
  /** Source of chance, 0 to 1; default `Math.random`. */
  readonly rng?: () => number;
}

/**
 * A wait that is multiplied with each failure.
 *
 * @throws {InvalidConfigError} if a setting is out of range
 */
export function exponentialRetry(options: ExponentialRetryOptions): RetryStrategy {
  const { initialMs, factor = 2, maxMs = Number.MAX_VALUE, jitter, rng = Math.random } = options;
  requireAtLeast("initialMs", initialMs, 0);
  requireAtLeast("factor", factor, 1);
  requireAtLeast("maxMs", maxMs, initialMs);
  if (jitter !== undefined && !(jitter.share >= 0 && jitter.share <= 1)) {
    throw new InvalidConfigError("jitter.share", `must be from 0 to 1, got ${jitter.share}`);
  }
  return limited(options, ({ attempts }) => {
    const delayMs = exponentialDelayMs({ baseMs: initialMs, factor, maxMs }, attempts);
    if (jitter === undefined) return delayMs;
    const drawn = drawOf(rng);
    return delayMs * (1 + jitter.share * (jitter.kind === "added" ? drawn : 2 * drawn - 1));
  });
}

/** The waits of a {@link RetryPolicy}, as sagas have them. */
export function policyRetry(policy: RetryPolicy): RetryStrategy {
  return ({ attempts }) => (policy.canRetry(attempts) ? policy.delayMs(attempts) : undefined);
}

/**
 * A strategy within its limits.
 *
 * @throws {InvalidConfigError} if a limit is out of range
 */
function limited(limits: RetryLimits, delayOf: (failure: MessageFailure) => number): RetryStrategy {
  requireLimits(limits);
  const { attemptsMax = Number.POSITIVE_INFINITY, totalMsMax = Number.POSITIVE_INFINITY } = limits;
  return (failure) => {
    if (!(failure.attempts >= 1)) {
      throw new InvalidConfigError("attempts", `counts from 1, got ${failure.attempts}`);
    }
    if (failure.attempts >= attemptsMax) return undefined;
    const delayMs = delayOf(failure);
    return failure.failingForMs + delayMs > totalMsMax ? undefined : delayMs;
  };
}
