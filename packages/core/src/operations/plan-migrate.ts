import type { Chart } from "../charts/chart.ts";
import { ancestorsOf, indexStates, type StateIndex } from "../charts/state-index.ts";
import { transitionGroupsOf } from "../charts/state-transitions.ts";
import type { MachineLookup, MachineRuntime } from "../dispatcher/machine-runtime.ts";
import type { ChartRecord } from "../engine/records.ts";
import { moveSnapshot } from "../instances/map-states.ts";
import { type StandingWork, standingWorkOf } from "../instances/standing-work.ts";
import type { JsonObject } from "../kernel/json.ts";
import { type Finding, finding } from "./findings.ts";
import type { MigrateAction } from "./instance-action.ts";
import { planRestoration, type Turnover } from "./plan-restoration.ts";
import {
  activeFinding,
  commonFindings,
  failureOf,
  type InstancePlan,
  refusedPlan,
  reportOf,
  type Situation,
  versionFinding,
} from "./situation.ts";
import { isRaise } from "./turnover.ts";

/** The chart versions that an instance is moved between. */
export interface Migration {
  /** The chart it runs on, whether or not this worker has code for it. */
  readonly own: { readonly record: ChartRecord; readonly chart: Chart } | undefined;
  /** The version to move to, compiled, or why there is none. */
  readonly target: MachineLookup;
}

/**
 * Move a running instance to another version of its chart: its states by name or by a mapping, its context as it is. Calls
 * and timers that both versions have go on, those that only the old one has end, those that only the new one has begin.
 */
export function planMigrate(
  situation: Situation<MigrateAction>,
  { own, target }: Migration,
): InstancePlan {
  const { command, action, instance } = situation;
  const base = {
    ...reportOf(situation, [
      ...commonFindings(situation),
      activeFinding(situation),
      targetFinding(situation, target),
    ]),
    ...(target.kind === "found" && own !== undefined
      ? { versions: namesOf(own, target.runtime) }
      : {}),
  };
  if (base.refusals.length > 0 || target.kind === "missing" || own === undefined) {
    return refusedPlan(command, base);
  }
  const { runtime } = target;
  const stored = instance.snapshot as JsonObject;
  try {
    const moved = moveSnapshot(runtime.compiled, stored, instance.states, action.states ?? {});
    if (moved.kind === "refused")
      return refusedPlan(command, { ...base, refusals: moved.problems });
    const standing = standingWorkOf(runtime.compiled, moved.snapshot);
    const turnover = turnoverOf(situation, own.chart, runtime, standing);
    const restoration = {
      runtime,
      snapshot: { ...moved.snapshot, children: childrenOf(turnover) },
      standing,
      event: "operator.migrate",
      turnover,
      letters: [],
      resolution: "migrated",
    };
    const report = { ...base, moved: moved.states, warnings: warningsOf(runtime, standing) };
    const { from, to } = namesOf(own, runtime);
    const detail = { fromVersion: from, toVersion: to };
    return planRestoration(situation, report, restoration, detail);
  } catch (error) {
    return refusedPlan(command, { ...base, error: failureOf(situation, error) }, "failed");
  }
}

function targetFinding({ instance }: Situation, target: MachineLookup): Finding {
  if (target.kind === "missing") return versionFinding(target);
  const { chartId, version } = target.runtime;
  return chartId === instance.chartId
    ? finding("Version", "refusal", `the instance runs on version ${version} already`)
    : finding("Version", "fine", `to version ${version}`);
}

/** A chart may change without a new name: then its number tells the two apart. */
function namesOf({ record }: NonNullable<Migration["own"]>, { version, chartId }: MachineRuntime) {
  return record.version === version
    ? { from: `${version} (chart ${record.id})`, to: `${version} (chart ${chartId})` }
    : { from: record.version, to: version };
}

function turnoverOf(
  { instance, work }: Situation,
  chart: Chart,
  runtime: MachineRuntime,
  standing: StandingWork,
): Turnover {
  const before = declaredIn(indexStates(chart), instance.states);
  const isDeclared = (ref: string, src: string) =>
    standing.declared.some((invoke) => invoke.id === ref && invoke.src === src);
  const isSpawned = (ref: string, src: string) =>
    !before.calls.has(ref) && Object.hasOwn(runtime.compiled.logic.services ?? {}, src);
  const keeps = work.calls.filter(
    ({ kind, ref, src }) => kind === "action" || isDeclared(ref, src) || isSpawned(ref, src),
  );
  const isKept = (ref: string) => keeps.some((call) => call.kind === "invoke" && call.ref === ref);
  const isOpen = (ref: string) => work.calls.some((call) => call.ref === ref);
  const stays = (timer: { readonly ref: string; readonly label: string }) =>
    isRaise(timer) || standing.timers.some(({ ref }) => ref === timer.ref);
  return {
    starts: standing.declared
      // A call that the old version had as well and that is not open any more has ended before.
      .filter(({ id }) => !isKept(id) && (isOpen(id) || !before.calls.has(id)))
      .map(({ id: ref, src, input = null }) => ({
        kind: "invoke",
        ref,
        src,
        input,
        event: { type: "operator.migrate" },
        keepsKey: false,
      })),
    ends: work.calls.filter((call) => !keeps.includes(call)),
    keeps,
    sets: standing.timers.filter(
      ({ ref }) => !work.timers.some((timer) => timer.ref === ref) && !before.timers.has(ref),
    ),
    endsTimers: work.timers.filter((timer) => !stays(timer)),
    keepsTimers: work.timers.filter(stays),
  };
}

/** What the active states of a chart declare, by name: no code is needed for it. */
function declaredIn(index: StateIndex, states: readonly string[]) {
  const leaves = states.flatMap((path) => index.byPath.get(path) ?? []);
  const active = new Set(leaves.flatMap((leaf) => [leaf, ...ancestorsOf(leaf)]));
  const timers = [...active]
    .flatMap(transitionGroupsOf)
    .filter(({ kind }) => kind === "after")
    .map(({ xstateType }) => xstateType);
  return {
    calls: new Set([...active].flatMap(({ state }) => (state.invoke ?? []).map(({ id }) => id))),
    timers: new Set(timers),
  };
}

/** What the new snapshot waits for. */
function childrenOf({ keeps, starts }: Turnover): JsonObject {
  const invokes = [...keeps.filter(({ kind }) => kind === "invoke"), ...starts];
  const entries = invokes.map(({ ref, src }) => [ref, { src, snapshot: { status: "active" } }]);
  return Object.fromEntries(entries);
}

function warningsOf({ compiled }: MachineRuntime, standing: StandingWork): readonly string[] {
  const missing = Object.keys(compiled.chart.context).filter(
    (field) => !Object.hasOwn(standing.context, field),
  );
  const index = indexStates(compiled.chart);
  const waiting = standing.states
    .flatMap((path) => index.byPath.get(path) ?? [])
    .flatMap((leaf) => [leaf, ...ancestorsOf(leaf)])
    .filter(({ state }) => (state.always ?? []).length > 0);
  return [
    ...missing.map(
      (field) => `the instance's context has no '${field}', which the version expects`,
    ),
    ...waiting.map(
      ({ path }) => `state '${path}' leaves by itself: that is looked at with its next event`,
    ),
  ];
}
