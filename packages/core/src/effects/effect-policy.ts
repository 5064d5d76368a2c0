import type { ServicePolicy } from "../projects/project.ts";

const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_BACKOFF_MS = 500;
const BACKOFF_CAP_MS = 60_000;
/** Tries of a call whose failure the chart has no answer to, and of side-effect actions. */
const UNANSWERED_ATTEMPTS_MAX = 5;

/**
 * Tries beyond the policy's that a call may spend on workers that died during it: more, and it is the call that kills them.
 */
export const CRASHES_MAX = 5;

/** How one call is run and tried again. */
export interface EffectPolicy {
  readonly timeoutMs: number;
  readonly attemptsMax: number;
  readonly backoffMs: number;
}

/**
 * The policy of a call. If the chart answers the service's error itself, the error is the chart's business at the first
 * failure; if not, the engine tries again before it gives up.
 */
export function effectPolicyOf(
  declared: ServicePolicy | undefined,
  chartAnswersErrors: boolean,
): EffectPolicy {
  return {
    timeoutMs: declared?.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    attemptsMax: declared?.attemptsMax ?? (chartAnswersErrors ? 1 : UNANSWERED_ATTEMPTS_MAX),
    backoffMs: declared?.backoffMs ?? DEFAULT_BACKOFF_MS,
  };
}

/**
 * Wait before the next try of a call: doubled for each failed one, a quarter of it random.
 *
 * @param attempts - failed tries so far, at least 1
 */
export function effectBackoffMs(
  policy: EffectPolicy,
  attempts: number,
  random: () => number = Math.random,
): number {
  const full = Math.min(BACKOFF_CAP_MS, policy.backoffMs * 2 ** Math.min(attempts - 1, 20));
  return Math.round(full * (0.75 + 0.25 * random()));
}
