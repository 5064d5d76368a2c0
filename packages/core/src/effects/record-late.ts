import type { EffectOutcome } from "../dispatcher/plan-effect-result.ts";
import type { PlanEnvironment } from "../dispatcher/plan-environment.ts";
import type { EffectStore } from "../engine/engine-store.ts";
import type { EffectRecord } from "../engine/records.ts";
import type { JsonObject } from "../kernel/json.ts";
import type { Logger } from "../kernel/logger.ts";
import { whenAvailable } from "./when-available.ts";

const NOBODY_STOPS = new AbortController().signal;

export interface LateResultDependencies {
  readonly env: Pick<PlanEnvironment, "clock">;
  readonly store: Pick<EffectStore, "recordLateResult" | "recordLateAnswer">;
  readonly logger: Logger;
}

/** The state was left while the service ran: what came of it is kept on the row and moves nothing. */
export async function recordLate(
  deps: LateResultDependencies,
  effect: EffectRecord,
  outcome: EffectOutcome,
  signal: AbortSignal = NOBODY_STOPS,
): Promise<void> {
  const late = lateOf(deps, outcome);
  await whenAvailable(signal, () => deps.store.recordLateResult(effect.id, late));
}

function lateOf({ env }: LateResultDependencies, outcome: EffectOutcome): JsonObject {
  const at = env.clock.now().toISOString();
  return outcome.kind === "answered"
    ? { at, output: outcome.output }
    : { at, error: String(outcome.error) };
}

/** The same, for who does not wait: a failure is logged. */
export function noteLate(
  deps: LateResultDependencies,
  effect: EffectRecord,
  outcome: EffectOutcome,
): void {
  recordLate(deps, effect, outcome).catch((error) => warn(deps, effect, error));
}

/**
 * A try answered after its time limit: that is kept, with the number of the try, though the call may wait for its next try or be
 * in it. It does not stand for the answer: the next try can be answered as well, and the instance is told once.
 */
export function noteLateAnswer(
  deps: LateResultDependencies,
  effect: EffectRecord,
  outcome: EffectOutcome,
): void {
  const answer = { ...lateOf(deps, outcome), attempt: effect.attempts };
  whenAvailable(NOBODY_STOPS, () => deps.store.recordLateAnswer(effect.id, answer)).catch((error) =>
    warn(deps, effect, error),
  );
}

function warn({ logger }: LateResultDependencies, { id }: EffectRecord, error: unknown): void {
  logger.warn("late result not recorded", { effectId: id, error });
}
