import type { EffectCalls } from "../dispatcher/effect-calls.ts";
import type { CommandOutcome } from "../operations/run-command.ts";

/** Abort the calls that a command's commit ended, before those that it created are started. */
export function abortEnded(
  effects: Pick<EffectCalls, "cancel" | "abort">,
  outcome: CommandOutcome,
): CommandOutcome {
  const { commit } = outcome;
  if (commit === undefined) return outcome;
  const { machineId, subject, cancelledEffects, settlements } = commit;
  if (cancelledEffects.length > 0) effects.cancel(machineId, subject, cancelledEffects);
  effects.abort(
    settlements.flatMap((settlement) =>
      settlement.kind === "effect-cut" ? [settlement.effectId] : [],
    ),
  );
  return outcome;
}
