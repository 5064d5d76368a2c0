import type { MachineRuntime } from "../dispatcher/machine-runtime.ts";
import type { PlanEnvironment } from "../dispatcher/plan-environment.ts";
import type {
  CommandRecord,
  EffectRecord,
  InstanceRecord,
  LetterRecord,
} from "../engine/records.ts";
import { type Settlement, settleOnly } from "../engine/step-commit.ts";
import { auditEntry, type ReplayPlan, refusedCommit } from "./plan-replay.ts";
import {
  emptyReport,
  type ReplayBranch,
  type ReplayCheck,
  type ReplayReport,
} from "./replay-report.ts";

/** The letter of a service call that gave up, with all that had to be read for it. */
export interface EffectReplay {
  readonly command: CommandRecord;
  readonly letter: LetterRecord;
  readonly effect: (EffectRecord & { readonly status: string }) | undefined;
  readonly instance: InstanceRecord | undefined;
}

/**
 * Try a service call again that gave up: the instance still waits for it, the idempotency key stays, the tries start over.
 * What follows is not known before the service answers, so a dry run shows both ways, read from the chart.
 */
export function planEffectReplay(env: PlanEnvironment, replay: EffectReplay): ReplayPlan {
  const { command, letter, effect, instance } = replay;
  if (effect?.status === "pending" && effect.commandId === command.id) {
    const report = emptyReport(letter, command.dryRun, env.clock.now());
    return { report, commit: undefined, isUnderWay: true };
  }
  const checks = checksOf(replay);
  const refusals = checks.filter(({ ok }) => !ok).map(({ detail }) => detail);
  const base: ReplayReport = {
    ...emptyReport(letter, command.dryRun, env.clock.now()),
    checks,
    refusals,
    ...(letter.machineId === undefined ? {} : { machineId: letter.machineId }),
  };
  if (refusals.length > 0 || effect === undefined) {
    return { report: base, commit: refusedCommit(command, letter, base) };
  }
  const lookup =
    instance === undefined
      ? env.machines.current(effect.machineId)
      : env.machines.version(effect.machineId, instance.chartId);
  if (lookup.kind === "missing") {
    const report = { ...base, refusals: [lookup.why] };
    return { report, commit: refusedCommit(command, letter, report) };
  }
  const report: ReplayReport = {
    ...base,
    outcome: "retrying",
    machineVersion: lookup.runtime.version,
    ...(instance === undefined
      ? {}
      : { before: { revision: instance.revision, states: instance.states } }),
    effects: [{ kind: effect.kind, src: effect.src, ref: effect.ref }],
    branches: effect.kind === "action" ? [] : branchesOf(lookup.runtime, effect.ref),
  };
  if (command.dryRun) return { report, commit: undefined };
  const again: Settlement = {
    kind: "effect-again",
    effectId: effect.id,
    commandId: command.id,
    replay: {
      letterId: letter.id,
      actor: command.actor,
      ...(command.reason === undefined ? {} : { reason: command.reason }),
    },
    progress: report,
  };
  const commit = settleOnly(effect, [again], {
    audit: [auditEntry(command, letter, "retrying", { idempotencyKey: effect.idempotencyKey })],
  });
  return { report, commit };
}

function checksOf({ command, effect, instance }: EffectReplay): readonly ReplayCheck[] {
  const check = (name: string, ok: boolean, fine: string, bad: string): ReplayCheck => ({
    name,
    ok,
    detail: ok ? fine : bad,
  });
  const waits = effect?.status === "dead";
  return [
    ...(command.dryRun
      ? []
      : [check("Reason", (command.reason ?? "").trim() !== "", "given", "a reason is required")]),
    check(
      "Service call",
      waits,
      `'${effect?.src}' gave up and still waits`,
      effect === undefined ? "the service call is gone" : `the service call is ${effect.status}`,
    ),
    check(
      "Instance",
      effect?.kind === "action" || instance?.status === "active",
      "the instance still waits for it",
      instance === undefined ? "the instance is gone" : `the instance is ${instance.status}`,
    ),
  ];
}

/** Where the chart goes when a service answers, and when it fails again. */
export function branchesOf(runtime: MachineRuntime, ref: string): readonly ReplayBranch[] {
  const { graph } = runtime;
  const along = (event: string, when: ReplayBranch["when"]): readonly ReplayBranch[] =>
    graph.transitions
      .filter((transition) => transition.event === event)
      .map((transition) => {
        const targets = graph.states.filter(({ path }) => transition.to.includes(path));
        const { id, from, to, guard, actions } = transition;
        return {
          when,
          states: transition.to.length === 0 ? [transition.from] : transition.to,
          status: targets.some(({ kind, parent }) => kind === "final" && parent === "")
            ? "done"
            : "active",
          transitions: [
            { id, event, from, to, ...(guard === undefined ? {} : { guard }), actions },
          ],
          publications:
            transition.publishes === undefined ? [] : [{ type: transition.publishes.type }],
          effects: targets.flatMap(({ invokes }) =>
            invokes.map((invoke) => ({ kind: "invoke", src: invoke.src, ref: invoke.id })),
          ),
        };
      });
  return [...along(`done.invoke.${ref}`, "answers"), ...along(`error.platform.${ref}`, "fails")];
}
