import { buildStepCommit } from "../dispatcher/build-step-commit.ts";
import { type MachineRuntime, takesEvent } from "../dispatcher/machine-runtime.ts";
import { settleOnly } from "../engine/step-commit.ts";
import { isReservedEventName } from "../envelope/event-names.ts";
import { stepInstance } from "../instances/step.ts";
import { describeStep } from "./describe-step.ts";
import { type Finding, finding } from "./findings.ts";
import type { SendAction } from "./instance-action.ts";
import {
  activeFinding,
  causeOf,
  commonFindings,
  donePlan,
  endedBy,
  failureOf,
  type InstancePlan,
  refusedPlan,
  reportOf,
  type Situation,
  versionFinding,
} from "./situation.ts";

/**
 * Give an instance an event. Events of the engine are refused, since they could end another's service call, and so is one
 * that the chart takes nowhere. One that it does not take now moves nothing.
 */
export function planSend(situation: Situation<SendAction>): InstancePlan {
  const { env, command, action, instance, lookup } = situation;
  const report = reportOf(situation, [
    ...commonFindings(situation),
    activeFinding(situation),
    versionFinding(lookup),
    ...eventFindings(action.event, lookup.kind === "found" ? lookup.runtime : undefined),
  ]);
  if (report.refusals.length > 0 || lookup.kind === "missing") return refusedPlan(command, report);
  const { runtime } = lookup;
  const { event: type, payload } = action;
  try {
    const event = payload === undefined ? { type } : { type, payload };
    const step = stepInstance(runtime.compiled, instance.snapshot, event);
    const { machineId, subject } = instance;
    const story = describeStep(env, machineId, instance, { outcome: "processed", step });
    const detail = {
      event: type,
      ...(payload === undefined ? {} : { payload: env.capture.redact(payload, machineId).value }),
    };
    if (step.transitions.length === 0) {
      const warning = `nothing takes '${type}' in '${instance.states.join("', '")}': nothing moves`;
      const ignored = { ...report, ...story, outcome: "ignored" as const, warnings: [warning] };
      return donePlan(command, ignored, settleOnly(instance, []), detail);
    }
    const cause = causeOf(situation, type);
    const commit = buildStepCommit(env, runtime, subject, instance, step, cause, []);
    const done = {
      ...report,
      ...story,
      outcome: "processed" as const,
      ended: endedBy(step, situation.work),
    };
    return donePlan(command, done, commit, detail);
  } catch (error) {
    return refusedPlan(command, { ...report, error: failureOf(situation, error) }, "failed");
  }
}

function eventFindings(event: string, runtime: MachineRuntime | undefined): readonly Finding[] {
  if (isReservedEventName(event)) {
    const why = `'${event}' is an event of the engine and cannot be sent`;
    return [finding("Event", "refusal", why)];
  }
  if (runtime === undefined) return [];
  if (takesEvent(runtime, event)) {
    return [finding("Event", "fine", `the chart takes '${event}'`)];
  }
  const known = runtime.eventKeys.length === 0 ? "none" : runtime.eventKeys.join(", ");
  const why = `the chart takes '${event}' nowhere; it knows ${known}`;
  return [finding("Event", "refusal", why)];
}
