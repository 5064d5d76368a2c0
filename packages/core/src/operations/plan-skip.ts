import { buildStepCommit } from "../dispatcher/build-step-commit.ts";
import type { InstanceWork, OpenCall } from "../engine/records.ts";
import { serviceDone } from "../instances/machine-events.ts";
import { stepInstance } from "../instances/step.ts";
import { cutCalls } from "./cut-calls.ts";
import { describeStep } from "./describe-step.ts";
import { type Finding, finding } from "./findings.ts";
import type { SkipAction } from "./instance-action.ts";
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
 * Answer the service call that an instance waits for in the service's place, so that the chart goes on as if it had
 * answered. The call itself is ended; what still comes of it is kept on its row and moves nothing.
 */
export function planSkip(situation: Situation<SkipAction>): InstancePlan {
  const { env, command, action, instance, lookup, work } = situation;
  const { call, why } = chooseCall(work, action.call);
  const report = reportOf(situation, [
    ...commonFindings(situation),
    activeFinding(situation),
    versionFinding(lookup),
    callFinding(call, why),
  ]);
  if (report.refusals.length > 0 || lookup.kind === "missing" || call === undefined) {
    return refusedPlan(command, report);
  }
  const { runtime } = lookup;
  const output = action.output ?? null;
  try {
    const event = serviceDone(call.ref, output);
    const step = stepInstance(runtime.compiled, instance.snapshot, event);
    const { machineId, subject } = instance;
    const story = describeStep(env, machineId, instance, { outcome: "processed", step });
    const { causeEventId, causeDepth } = call;
    const cause = { ...causeOf(situation, `done.invoke.${call.ref}`), causeEventId, causeDepth };
    const cut = cutCalls([call], work.letters, "skipped");
    const commit = buildStepCommit(env, runtime, subject, instance, step, cause, cut.settlements);
    const others = endedBy(step, work);
    const done = {
      ...report,
      ...story,
      outcome: "processed" as const,
      warnings: step.transitions.length > 0 ? [] : ["the chart takes no path on this answer"],
      ended: { ...others, calls: [{ src: call.src, ref: call.ref }, ...others.calls] },
      resolves: cut.letters,
    };
    const shown = env.capture.redact(output, machineId).value;
    return donePlan(command, done, commit, { call: call.ref, output: shown });
  } catch (error) {
    return refusedPlan(command, { ...report, error: failureOf(situation, error) }, "failed");
  }
}

/** The call that is meant, or why none can be told. Side effects are waited for by nobody. */
function chooseCall(
  { calls, timers }: InstanceWork,
  ref: string | undefined,
): { readonly call?: OpenCall; readonly why: string } {
  const waited = calls.filter(({ kind }) => kind === "invoke");
  const names = waited.map((call) => `'${call.ref}'`).join(", ");
  if (waited.length === 0) {
    const labels = timers.map(({ label }) => `'${label}'`).join(", ");
    const instead = timers.length === 0 ? "" : `; it waits for ${labels}`;
    return { why: `the instance waits for no service call${instead}` };
  }
  if (ref === undefined) {
    const [only, ...others] = waited;
    if (others.length === 0) return { call: only, why: "" };
    return { why: `the instance waits for ${names}: say which` };
  }
  const call = waited.find((one) => one.ref === ref);
  return { call, why: `the instance does not wait for '${ref}', but for ${names}` };
}

function callFinding(call: OpenCall | undefined, why: string): Finding {
  if (call === undefined) return finding("Service call", "refusal", why);
  const state = call.status === "dead" ? "gave up" : "is open";
  return finding("Service call", "fine", `'${call.src}' ${state}`);
}
