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
  readonly store: Pick<EffectStore, "recordLateResult">;
  readonly logger: Logger;
}

/** The state was left while the service ran: what came of it is kept on the row and moves nothing. */
export async function recordLate(
  deps: LateResultDependencies,
  effect: EffectRecord,
  outcome: EffectOutcome,
  signal: AbortSignal = NOBODY_STOPS,
): Promise<void> {
  const at = deps.env.clock.now().toISOString();
  const late: JsonObject =
    outcome.kind === "answered"
      ? { at, output: outcome.output }
      : { at, error: String(outcome.error) };
  await whenAvailable(signal, () => deps.store.recordLateResult(effect.id, late));
}

/** The same, for who does not wait: a failure is logged. */
export function noteLate(
  deps: LateResultDependencies,
  effect: EffectRecord,
  outcome: EffectOutcome,
): void {
  recordLate(deps, effect, outcome).catch((error: unknown) =>
    deps.logger.warn("late result not recorded", { effectId: effect.id, error }),
  );
}
