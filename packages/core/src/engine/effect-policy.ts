import type { CallRetries } from "../charts/logic.ts";
import type { ServicePolicy } from "../projects/project.ts";

/** How long a call may take where nobody says anything. */
const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_BACKOFF_MS = 500;
const BACKOFF_CAP_MS = 60_000;
/** Tries of a call whose failure the chart has no answer to, and of side-effect actions. */
const UNANSWERED_ATTEMPTS_MAX = 5;

/**
 * Tries that ended the worker, with nothing else under way, before a call is given up, however few it may fail. A chart that answers
 * the first failure itself says nothing about deaths, and some of them may have been anybody's.
 */
export const KILLS_MIN = 5;

/** How one call is run and tried again. */
export interface EffectPolicy {
  readonly timeoutMs: number;
  readonly attemptsMax: number;
  readonly backoffMs: number;
  /** In place of the doubling wait. */
  readonly retry?: CallRetries;
}

/** What says how a service is called. */
export interface DeclaredPolicies {
  /** The project's own word. */
  readonly declared?: ServicePolicy;
  /** What comes with the machine's logic: the compensations of a saga. */
  readonly retry?: CallRetries;
  /** The same: the steps of a saga. */
  readonly timeoutMs?: number;
}

/**
 * The policy of a call. If the chart answers the service's error itself, the error is the chart's business at the first
 * failure; if not, the engine tries again before it gives up. A policy that somebody declared goes before both.
 */
export function effectPolicyOf(
  { declared = {}, retry: ofLogic, timeoutMs: byLogic = DEFAULT_TIMEOUT_MS }: DeclaredPolicies,
  chartAnswersErrors: boolean,
): EffectPolicy {
  const { timeoutMs = byLogic, backoffMs = DEFAULT_BACKOFF_MS } = declared;
  const isDeclared = declared.attemptsMax !== undefined || declared.backoffMs !== undefined;
  const retry = declared.retry ?? (isDeclared ? undefined : ofLogic);
  if (retry !== undefined) return { timeoutMs, backoffMs, attemptsMax: retry.maxAttempts, retry };
  const byDefault = chartAnswersErrors ? 1 : UNANSWERED_ATTEMPTS_MAX;
  return { timeoutMs, backoffMs, attemptsMax: declared.attemptsMax ?? byDefault };
}

/** Waits stop growing long before so many. */
const WAITS_SUMMED_MAX = 100;

/** The longest a call takes until its chart hears of it, if a worker takes up each try when it is due. */
export function longestCallMs(policy: EffectPolicy): number {
  const waits = policy.attemptsMax - 1;
  const summed = Math.min(waits, WAITS_SUMMED_MAX);
  let sum = policy.attemptsMax * policy.timeoutMs;
  let longest = 0;
  for (let attempt = 1; attempt <= summed; attempt += 1) {
    longest = effectBackoffMs(policy, attempt, () => 1);
    sum += longest;
  }
  return sum + (waits - summed) * longest;
}

/**
 * Wait before the next try of a call: by its policy, or doubled for each failed one with a quarter of it random.
 *
 * @param attempts - failed tries so far, at least 1
 */
export function effectBackoffMs(
  policy: EffectPolicy,
  attempts: number,
  random: () => number = Math.random,
): number {
  if (policy.retry !== undefined) return retryWaitMs(policy.retry, attempts, random);
  const full = Math.min(BACKOFF_CAP_MS, policy.backoffMs * 2 ** Math.min(attempts - 1, 20));
  return Math.round(full * (0.75 + 0.25 * random()));
}

/**
 * A wait that depends on the one before it, as decorrelated jitter does, is drawn along a walk of its own: the row keeps no
 * waits, and each walk is as good as the one that was really waited.
 */
function retryWaitMs(retry: CallRetries, attempts: number, random: () => number): number {
  let previousMs: number | undefined;
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    previousMs = retry.delayMs(attempt, { previousMs, rng: random });
  }
  return Math.round(previousMs ?? 0);
}
