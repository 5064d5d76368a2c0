import { type Settlement, settleOnly } from "../engine/step-commit.ts";
import { type StandingWork, standingWorkOf } from "../instances/standing-work.ts";
import type { PlannedTimer } from "../instances/step-result.ts";
import { instanceTarget } from "./command-request.ts";
import { finding } from "./findings.ts";
import type { ResumeAction } from "./instance-action.ts";
import type { InstanceReport } from "./instance-report.ts";
import { branchesOf } from "./plan-effect-replay.ts";
import { planRestoration } from "./plan-restoration.ts";
import { type EarlierStep, isUndone, revisionFinding, unknownCall } from "./plan-rewind.ts";
import type { ResumeTarget } from "./resume-target.ts";
import {
  activeFinding,
  auditOf,
  commonFindings,
  failureOf,
  type InstancePlan,
  refusedPlan,
  reportOf,
  type Situation,
  versionFinding,
} from "./situation.ts";
import { turnoverOfResume, unknownCalls } from "./turnover.ts";

type Resume = Situation<ResumeAction>;
type TargetOf<Kind> = Extract<ResumeTarget, { readonly kind: Kind }>;

/**
 * Have an instance do again what it failed at, under the same idempotency key:
 *
 * - A call that gave up is called again while its instance waits for it.
 * - An instance that ended up in a state tagged `dead-letter`, as a saga whose compensation failed, goes back to right before
 *   that step: its calls are made again and the letter is resolved.
 * - A timer whose step threw falls due again at once.
 *
 * @param earlier - the step to go back to, where the target is one
 */
export function planResume(
  situation: Resume,
  target: ResumeTarget,
  earlier: EarlierStep | undefined,
): InstancePlan {
  switch (target.kind) {
    case "none": {
      const found = [...commonFindings(situation), finding("Failure", "refusal", target.why)];
      return refusedPlan(situation.command, reportOf(situation, found));
    }
    case "call":
      return planCallAgain(situation, target);
    case "timer":
      return planTimerAgain(situation, target);
    case "revision":
      return planReturn(situation, target, earlier);
  }
}

function planCallAgain(situation: Resume, { call }: TargetOf<"call">): InstancePlan {
  const { command, instance, lookup } = situation;
  const base = reportOf(situation, [
    ...commonFindings(situation),
    ...(call.kind === "action" ? [] : [activeFinding(situation)]),
    versionFinding(lookup),
    finding("Service call", "fine", `'${call.src}' gave up and is called again`),
  ]);
  if (base.refusals.length > 0 || lookup.kind === "missing") return refusedPlan(command, base);
  const { kind, src, ref, idempotencyKey } = call;
  const letter = situation.work.letters.find(({ effectId }) => effectId === call.id);
  const report: InstanceReport = {
    ...base,
    outcome: "retrying",
    effects: [{ kind, src, ref, idempotencyKey }],
    branches: kind === "action" ? [] : branchesOf(lookup.runtime, ref),
  };
  if (command.dryRun) return { report, commit: undefined };
  const again: Settlement = {
    kind: "effect-again",
    effectId: call.id,
    commandId: command.id,
    replay: {
      ...(letter === undefined ? {} : { letterId: letter.id }),
      action: "resume",
      target: instanceTarget(instance),
      actor: command.actor,
      ...(command.reason === undefined ? {} : { reason: command.reason }),
    },
    progress: report,
  };
  const audit = [auditOf(command, report, { call: ref, idempotencyKey })];
  return { report, commit: settleOnly(instance, [again], { audit }) };
}

function planReturn(
  situation: Resume,
  { revision: wanted, letter }: TargetOf<"revision">,
  earlier: EarlierStep | undefined,
): InstancePlan {
  const { command, work } = situation;
  const record = earlier?.revision;
  const base = {
    ...reportOf(situation, [
      ...commonFindings(situation),
      revisionFinding(situation, wanted, record),
      ...(record === undefined || earlier === undefined ? [] : [versionFinding(earlier.lookup)]),
    ]),
    fromRevision: wanted,
  };
  const lookup = earlier?.lookup;
  if (base.refusals.length > 0 || record === undefined || lookup?.kind !== "found") {
    return refusedPlan(command, base);
  }
  const { runtime } = lookup;
  try {
    const standing = standingWorkOf(runtime.compiled, record.snapshot);
    if (standing.status === "done") {
      const why = `revision ${wanted} is an end: nothing goes on from there`;
      return refusedPlan(command, { ...base, refusals: [why] });
    }
    const target = { revision: wanted, standing, earlier: earlier?.calls ?? [] };
    const [unknown] = unknownCalls(target);
    if (unknown !== undefined)
      return refusedPlan(command, { ...base, ...unknownCall(unknown.ref) });
    const turnover = turnoverOfResume(work, target);
    const [only, ...others] = turnover.starts;
    const branches = only === undefined || others.length > 0 ? [] : branchesOf(runtime, only.ref);
    const restoration = {
      runtime,
      snapshot: record.snapshot,
      standing,
      event: "operator.resume",
      phase: record.phase,
      turnover,
      letters: work.letters.filter((one) => one.id === letter?.id || isUndone(one, wanted)),
      resolution: "resumed",
    };
    const detail = { fromRevision: wanted };
    return planRestoration(situation, { ...base, branches }, restoration, detail);
  } catch (error) {
    return refusedPlan(command, { ...base, error: failureOf(situation, error) }, "failed");
  }
}

/** The state that set the timer has to be active still; everything else stays as it is. */
function planTimerAgain(situation: Resume, { letter, ref }: TargetOf<"timer">): InstancePlan {
  const { command, instance, lookup, work } = situation;
  const base = reportOf(situation, [
    ...commonFindings(situation),
    activeFinding(situation),
    versionFinding(lookup),
  ]);
  if (base.refusals.length > 0 || lookup.kind === "missing") return refusedPlan(command, base);
  const { runtime } = lookup;
  try {
    const standing = standingWorkOf(runtime.compiled, instance.snapshot);
    const timer = timerAgain(standing, ref, letter.eventType);
    if (timer === undefined || work.timers.some((open) => open.ref === ref)) {
      const why =
        timer === undefined
          ? `the state that set timer '${letter.eventType}' was left since`
          : `timer '${letter.eventType}' was set again since`;
      return refusedPlan(command, { ...base, refusals: [why] });
    }
    const restoration = {
      runtime,
      snapshot: instance.snapshot,
      standing,
      event: "operator.resume",
      phase: instance.phase,
      turnover: {
        starts: [],
        ends: [],
        keeps: work.calls,
        sets: [timer],
        endsTimers: [],
        keepsTimers: work.timers,
      },
      letters: [letter],
      resolution: "resumed",
    };
    return planRestoration(situation, base, restoration, { timer: timer.label });
  } catch (error) {
    return refusedPlan(command, { ...base, error: failureOf(situation, error) }, "failed");
  }
}

const RAISE = "raise.";

function timerAgain(standing: StandingWork, ref: string, label: string): PlannedTimer | undefined {
  if (label.startsWith(RAISE)) {
    return { ref, event: label.slice(RAISE.length), label, state: "", delayMs: 0 };
  }
  const declared = standing.timers.find((timer) => timer.ref === ref);
  return declared === undefined ? undefined : { ...declared, delayMs: 0 };
}
