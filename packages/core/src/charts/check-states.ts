import type { Chart } from "./chart.ts";
import { type ChartProblems, joinPath, shown } from "./chart-problems.ts";
import {
  ancestorsOf,
  findTarget,
  type IndexedState,
  indexStates,
  type StateIndex,
} from "./state-index.ts";
import { transitionGroupsOf } from "./state-transitions.ts";

/** Real charts have tens of states; the checks below compare states pairwise, so the number has to be bounded. */
export const CHART_STATES_MAX = 2_000;

/** What can be checked only once all states are known: ids, targets, and services that would share one name. */
export function checkStates(chart: Chart, problems: ChartProblems): void {
  const index = indexStates(chart);
  if (index.all.length > CHART_STATES_MAX) {
    problems.add("", `has more than ${CHART_STATES_MAX} states`);
    return;
  }
  for (const state of index.all) {
    if (index.byId.get(state.id) !== state) {
      problems.add(joinPath(state.place, "id"), `state id ${shown(state.id)} is used twice`);
    }
    checkTargets(index, state, problems);
    checkHistory(index, state, problems);
    checkInitial(state, problems);
  }
  checkInvokeIds(index, problems);
}

function checkTargets(index: StateIndex, state: IndexedState, problems: ChartProblems): void {
  const historySource = state.kind === "history" ? state.state.target : undefined;
  checkTarget(index, state, historySource, joinPath(state.place, "target"), problems);
  for (const group of transitionGroupsOf(state)) {
    for (const [at, transition] of group.transitions.entries()) {
      const place = `${group.place}[${at}].target`;
      checkTarget(index, state, transition.target, place, problems);
    }
  }
}

/**
 * What a history state leads to at first has to lie inside its parent, as SCXML says. XState takes other targets, too, and
 * may then lose track of which states are active.
 */
function checkHistory(index: StateIndex, state: IndexedState, problems: ChartProblems): void {
  if (state.kind !== "history") return;
  for (const target of state.state.target ?? []) {
    const found = findTarget(index, state, target);
    if (found === undefined) continue; // reported as a target that leads nowhere
    const parent = state.parent;
    if (found.kind === "history" || parent === undefined || !ancestorsOf(found).includes(parent)) {
      const place = joinPath(state.place, "target");
      problems.add(place, `${shown(target)} must be a state inside '${parent?.path}', no history`);
    }
  }
}

/** A history state that has neither a memory nor a default would lead to the initial state, which is itself. */
function checkInitial({ state, children, place }: IndexedState, problems: ChartProblems): void {
  const { initial } = state;
  const key = typeof initial === "string" ? initial : initial?.target;
  const first = children.find(({ keys }) => keys.at(-1) === key);
  if (first?.kind !== "history" || first.state.target !== undefined) return;
  problems.add(joinPath(place, "initial"), `${shown(key)} is a history state without a target`);
}

function checkTarget(
  index: StateIndex,
  source: IndexedState,
  targets: readonly string[] | undefined,
  place: string,
  problems: ChartProblems,
): void {
  const found: IndexedState[] = [];
  for (const target of targets ?? []) {
    const state = findTarget(index, source, target);
    if (state === undefined) problems.add(place, `${shown(target)} is not a state${hint(source)}`);
    else found.push(state);
  }
  for (const [at, state] of found.entries()) {
    const clash = found.slice(0, at).find((other) => !canBeActiveTogether(other, state));
    if (clash !== undefined) {
      problems.add(place, `'${clash.path}' and '${state.path}' cannot be active at once`);
    }
  }
}

function hint(source: IndexedState): string {
  return source.parent === undefined ? " (from the root write '.child' or '#id')" : "";
}

/**
 * An effect is named by its invoke id, so two services that may run at once must not share one. XState would let the
 * second replace the first.
 */
function checkInvokeIds(index: StateIndex, problems: ChartProblems): void {
  const users = new Map<string, IndexedState[]>();
  for (const state of index.all) {
    for (const [at, { id }] of (state.state.invoke ?? []).entries()) {
      const others = users.get(id) ?? [];
      const clash = others.find((other) => other !== state && canBeActiveTogether(other, state));
      if (clash !== undefined) {
        const place = `${joinPath(state.place, "invoke")}[${at}].id`;
        problems.add(place, `${shown(id)} is also a service of '${clash.path}', active at once`);
      }
      users.set(id, [...others, state]);
    }
  }
}

/** True when one holds the other, or when their nearest common ancestor is parallel. */
function canBeActiveTogether(one: IndexedState, other: IndexedState): boolean {
  const line = [one, ...ancestorsOf(one)];
  const meeting = [other, ...ancestorsOf(other)].find((state) => line.includes(state));
  return meeting === one || meeting === other || meeting?.kind === "parallel";
}
