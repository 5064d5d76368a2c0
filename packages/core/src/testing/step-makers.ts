import { assign } from "xstate";
import {
  type CompiledMachine,
  type CompileOptions,
  compileChart,
} from "../charts/compile-chart.ts";
import type { LogicArgs, MachineLogic } from "../charts/logic.ts";
import { parseChart } from "../charts/parse-chart.ts";
import { StepFailedError } from "../instances/errors.ts";
import type { MachineEvent } from "../instances/machine-events.ts";
import { startInstance, stepInstance } from "../instances/step.ts";
import type { StepResult } from "../instances/step-result.ts";

/** A machine `m` that starts in `a`, from the rest of its chart. */
export function machineOf(
  chart: object,
  logic: MachineLogic = {},
  options: CompileOptions = {},
): CompiledMachine {
  return compileChart(parseChart({ id: "m", initial: "a", ...chart }), logic, options);
}

/** Start an instance and give it events one after the other; the last result. */
export function runEvents(
  machine: CompiledMachine,
  ...events: readonly MachineEvent[]
): StepResult {
  return events.reduce(
    (result, event) => stepInstance(machine, result.snapshot, event),
    startInstance(machine),
  );
}

/** The failure of a step that has to fail. */
export function failureOf(act: () => unknown): StepFailedError {
  try {
    act();
  } catch (error) {
    if (error instanceof StepFailedError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

/** Pure action: adds one to `context.n`. */
export const countOne = assign(({ context }: LogicArgs) => ({ n: context.n + 1 }));
