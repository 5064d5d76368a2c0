import type { Plan } from "../dispatcher/plan.ts";
import type { PlanEnvironment } from "../dispatcher/plan-environment.ts";
import type { InstanceRecord } from "../engine/records.ts";
import { type ContextChange, diffContext } from "../instances/context-diff.ts";
import type { JsonObject, JsonValue } from "../kernel/json.ts";
import type { ReplayReport } from "./replay-report.ts";

type StepStory = Pick<
  ReplayReport,
  | "before"
  | "after"
  | "transitions"
  | "effects"
  | "publications"
  | "timers"
  | "contextChanges"
  | "error"
  | "machineVersion"
>;

/** What a plan's step does, for a person: redacted, and without anything that only the engine needs. */
export function describeStep(
  env: PlanEnvironment,
  machineId: string,
  instance: InstanceRecord | undefined,
  plan: Plan,
): StepStory {
  const { step } = plan;
  const show = (value: JsonValue) => env.capture.redact(value, machineId).value;
  const lookup =
    instance === undefined
      ? env.machines.current(machineId)
      : env.machines.version(machineId, instance.chartId);
  return {
    ...(lookup.kind === "found" ? { machineVersion: lookup.runtime.version } : {}),
    ...(instance === undefined
      ? {}
      : { before: { revision: instance.revision, states: instance.states } }),
    ...(step === undefined ? {} : { after: { states: step.states, status: step.status } }),
    transitions: step?.transitions ?? [],
    effects: (step?.effects ?? []).map(({ kind, src, ref }) => ({ kind, src, ref })),
    publications: (step?.publications ?? []).map(({ type, data }) =>
      data === undefined ? { type } : { type, data: show(data) },
    ),
    timers: (step?.timers ?? []).map(({ label, delayMs }) => ({ label, delayMs })),
    contextChanges:
      step === undefined ? [] : changesOf(show(contextOf(instance?.snapshot)), show(step.context)),
    ...(plan.error === undefined
      ? {}
      : { error: { name: plan.error.name, message: plan.error.message } }),
  };
}

function changesOf(before: JsonValue, after: JsonValue): readonly ContextChange[] {
  return diffContext(before, after);
}

function contextOf(snapshot: JsonValue | undefined): JsonValue {
  return ((snapshot as JsonObject | undefined)?.context ?? {}) as JsonValue;
}
