import type { CompiledMachine } from "../charts/compile-chart.ts";
import type { InstanceRecord } from "../engine/records.ts";
import type { MachineEvent } from "../instances/machine-events.ts";
import { startInstance, stepInstance } from "../instances/step.ts";
import type { PlannedEffect, StepResult } from "../instances/step-result.ts";

/**
 * Step an instance, starting it first if there is none. Starting and the first event make one step: what the start
 * asked for and the event already ended is never asked for.
 *
 * @throws {StepFailedError} if the chart's own code throws or nothing handles an error
 */
export function takeStep(
  machine: CompiledMachine,
  instance: Pick<InstanceRecord, "snapshot"> | undefined,
  event: MachineEvent,
): StepResult {
  if (instance !== undefined) return stepInstance(machine, instance.snapshot, event);
  const start = startInstance(machine);
  return start.status === "done"
    ? start
    : joinSteps(start, stepInstance(machine, start.snapshot, event));
}

/** Two steps in a row as one; side effects are numbered through, so that each keeps a ref of its own. */
export function joinSteps(first: StepResult, second: StepResult): StepResult {
  const actions = first.effects.filter(({ kind }) => kind === "action").length;
  return {
    ...second,
    transitions: [...first.transitions, ...second.transitions],
    entered: [...first.entered, ...second.entered],
    exited: [...first.exited, ...second.exited],
    publications: [...first.publications, ...second.publications],
    effects: [
      ...first.effects.filter(
        (effect) => effect.kind === "action" || !second.stoppedEffects.includes(effect.ref),
      ),
      ...second.effects.map((effect) => renumbered(effect, actions)),
    ],
    timers: [
      ...first.timers.filter((timer) => !second.stoppedTimers.includes(timer.ref)),
      ...second.timers,
    ],
  };
}

function renumbered(effect: PlannedEffect, by: number): PlannedEffect {
  if (effect.kind === "invoke") return effect;
  const at = effect.ref.lastIndexOf("#");
  return { ...effect, ref: `${effect.ref.slice(0, at)}#${Number(effect.ref.slice(at + 1)) + by}` };
}
