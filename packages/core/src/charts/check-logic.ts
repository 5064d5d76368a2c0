import { isAsyncFunction, problemOfAction } from "./builtin-actions.ts";
import type { ChartAction } from "./chart.ts";
import { type ChartProblems, joinPath, shown } from "./chart-problems.ts";
import type { MachineLogic } from "./logic.ts";
import type { IndexedState, StateIndex } from "./state-index.ts";
import { transitionGroupsOf } from "./state-transitions.ts";

/**
 * Check that each name in the chart has its logic, and that the logic is usable. XState would skip a missing action,
 * throw at a missing guard in the middle of a step, and fire a missing delay at once.
 */
export function checkLogic(index: StateIndex, logic: MachineLogic, problems: ChartProblems): void {
  checkValues(logic, problems);
  for (const state of index.all) checkStateNames(state, logic, problems);
}

function checkValues(logic: MachineLogic, problems: ChartProblems): void {
  for (const [name, action] of Object.entries(logic.actions ?? {})) {
    const problem = problemOfAction(action);
    if (problem !== undefined) problems.add(joinPath("logic.actions", name), problem);
  }
  for (const kind of ["guards", "delays", "services"] as const) {
    for (const [name, value] of Object.entries(logic[kind] ?? {})) {
      const problem = problemOfValue(kind, value);
      if (problem !== undefined) problems.add(joinPath(`logic.${kind}`, name), problem);
    }
  }
}

function problemOfValue(
  kind: "guards" | "delays" | "services",
  value: unknown,
): string | undefined {
  if (kind === "delays" && typeof value === "number") {
    return Number.isFinite(value) && value >= 0 ? undefined : `must be at least 0 ms, got ${value}`;
  }
  if (typeof value !== "function") return `must be a function, got ${typeof value}`;
  if (kind === "services") return undefined;
  return isAsyncFunction(value) ? "must be synchronous, got an async function" : undefined;
}

function checkStateNames(state: IndexedState, logic: MachineLogic, problems: ChartProblems): void {
  const need = (kind: keyof MachineLogic, name: string, place: string) => {
    if (!Object.hasOwn(logic[kind] ?? {}, name)) {
      problems.add(place, `${shown(name)} is not in logic.${kind}`);
    }
  };
  const needActions = (actions: readonly ChartAction[] | undefined, place: string) => {
    for (const [at, { type }] of (actions ?? []).entries())
      need("actions", type, `${place}[${at}]`);
  };
  const at = (key: string) => joinPath(state.place, key);
  needActions(state.state.entry, at("entry"));
  needActions(state.state.exit, at("exit"));
  const { initial } = state.state;
  if (typeof initial === "object") needActions(initial.actions, `${at("initial")}.actions`);
  for (const delay of Object.keys(state.state.after ?? {})) {
    if (Number.isNaN(Number(delay))) need("delays", delay, joinPath(at("after"), delay));
  }
  for (const [nth, { src }] of (state.state.invoke ?? []).entries()) {
    need("services", src, `${at("invoke")}[${nth}].src`);
  }
  for (const group of transitionGroupsOf(state)) {
    for (const [nth, { guard, actions }] of group.transitions.entries()) {
      const place = `${group.place}[${nth}]`;
      if (guard !== undefined) need("guards", guard.type, `${place}.guard`);
      needActions(actions, `${place}.actions`);
    }
  }
}
