import type { Chart } from "./chart.ts";
import { statesEnteredBy } from "./enter-states.ts";
import { type GraphTransition, graphTransitionsOf } from "./graph.ts";
import { ancestorsOf, type IndexedState, indexStates, type StateIndex } from "./state-index.ts";
import type { TransitionKind } from "./state-transitions.ts";

/** A transition that can be taken next without any other before it. */
export interface NextTransition {
  /** Id of the transition in `chartGraph`. */
  readonly id: string;
  /** The chart's own name: `START`, `after.5000`, `done.invoke.x` … */
  readonly event: string;
  readonly kind: TransitionKind;
  readonly from: string;
  readonly to: readonly string[];
  readonly guard: string | undefined;
}

/** A service that runs now or may still run, and what its failure would do. */
export interface FailureRisk {
  readonly state: string;
  readonly invoke: string;
  readonly src: string;
  /** Whether its state is active now. */
  readonly isActive: boolean;
  /** Whether the chart handles a failure at all; if not, the envelope that led there is retried, then dead-lettered. */
  readonly isHandled: boolean;
  readonly to: readonly string[];
}

/** What may become of an instance, judged from its chart alone: guards are taken to be able to go either way. */
export interface Reachability {
  readonly possibleNext: readonly NextTransition[];
  /** States that may still be entered, active ones that may be entered again included; document order. */
  readonly reachable: readonly string[];
  /** States that are neither active nor reachable. */
  readonly unreachable: readonly string[];
  readonly mayStillFail: readonly FailureRisk[];
}

/**
 * What may happen next, and what no longer can. Never calls a state unreachable that can be reached; the other way
 * round it may be too hopeful, since it does not evaluate guards and forgets which regions are active together.
 *
 * @param activeStates paths as in `StepResult.states`; unknown ones, of another version of the chart, are passed over
 */
export function reachabilityOf(chart: Chart, activeStates: readonly string[]): Reachability {
  const index = indexStates(chart);
  const active = activeConfiguration(index, activeStates);
  const hasEnded = isComplete(index.root, active);
  const entered = hasEnded ? new Set<IndexedState>() : enterable(chart, index, active);
  const rest = index.all.filter((state) => !active.has(state) && !entered.has(state));
  const alive = hasEnded ? [] : index.all.filter((at) => active.has(at) || entered.has(at));
  return {
    possibleNext: hasEnded ? [] : nextTransitions(chart, index, active),
    reachable: pathsOf(index.all.filter((state) => entered.has(state))),
    unreachable: pathsOf(rest.filter(({ kind }) => kind !== "history")),
    mayStillFail: alive.flatMap((state) => risksOf(chart, index, state, active.has(state))),
  };
}

function pathsOf(states: readonly IndexedState[]): string[] {
  return states.map(({ path }) => path).filter((path) => path !== "");
}

function activeConfiguration(index: StateIndex, paths: readonly string[]): Set<IndexedState> {
  const states = paths.flatMap((path) => index.byPath.get(path) ?? []);
  return new Set([index.root, ...states.flatMap((state) => [state, ...ancestorsOf(state)])]);
}

/** Transitions of all active states; one without guard hides those of its ancestors for the same event. */
function nextTransitions(
  chart: Chart,
  index: StateIndex,
  active: ReadonlySet<IndexedState>,
): NextTransition[] {
  const found = new Map<string, NextTransition>();
  const leaves = [...active].filter(({ children }) => !children.some((child) => active.has(child)));
  for (const leaf of leaves) {
    const settled = new Set<string>();
    for (const state of [leaf, ...ancestorsOf(leaf)]) {
      const candidates = graphTransitionsOf(chart, index, state).filter(({ kind }) =>
        canTrigger(kind, state, active),
      );
      for (const candidate of untilUnguarded(candidates, settled)) {
        const { id, event, kind, from, to, guard } = candidate;
        found.set(id, { id, event, kind, from, to, guard });
      }
    }
  }
  return [...found.values()];
}

function untilUnguarded(
  candidates: readonly GraphTransition[],
  settled: Set<string>,
): GraphTransition[] {
  return candidates.filter((candidate) => {
    const trigger = triggerOf(candidate);
    if (settled.has(trigger)) return false;
    if (candidate.guard === undefined) settled.add(trigger);
    return true;
  });
}

/** Timers, services and the end of a state are the state's own; parent and child may both have an `after.200`. */
function triggerOf({ kind, event, from }: GraphTransition): string {
  return kind === "event" || kind === "always" ? event : `${from}|${event}`;
}

/** `onDone` of a state waits for its children to end; everything else needs the state alone. */
function canTrigger(
  kind: TransitionKind,
  state: IndexedState,
  within: ReadonlySet<IndexedState>,
): boolean {
  return kind !== "stateDone" || isComplete(state, within);
}

function isComplete(state: IndexedState, within: ReadonlySet<IndexedState>): boolean {
  if (state.kind === "final") return within.has(state);
  if (state.kind === "parallel") {
    return state.children.every((child) => child.kind === "history" || isComplete(child, within));
  }
  return state.children.some((child) => child.kind === "final" && within.has(child));
}

/** Grow the set of states that can be entered until nothing is added. */
function enterable(
  chart: Chart,
  index: StateIndex,
  active: ReadonlySet<IndexedState>,
): Set<IndexedState> {
  const entered = new Set<IndexedState>();
  const alive = new Set(active);
  let waiting = index.all.flatMap((source) =>
    graphTransitionsOf(chart, index, source).map((transition) => ({ source, transition })),
  );
  for (let grew = true; grew; ) {
    const isReady = ({ source, transition }: (typeof waiting)[number]) =>
      alive.has(source) && canTrigger(transition.kind, source, alive);
    const ready = waiting.filter(isReady);
    waiting = waiting.filter((one) => !ready.includes(one));
    for (const { source, transition } of ready) {
      for (const state of statesEnteredBy(index, source, transition)) entered.add(state);
    }
    for (const state of entered) alive.add(state);
    grew = ready.length > 0;
  }
  return entered;
}

function risksOf(
  chart: Chart,
  index: StateIndex,
  state: IndexedState,
  isActive: boolean,
): FailureRisk[] {
  const transitions = graphTransitionsOf(chart, index, state);
  return (state.state.invoke ?? []).map(({ id, src }) => {
    const handlers = transitions.filter(({ event }) => event === `error.platform.${id}`);
    return {
      state: state.path,
      invoke: id,
      src,
      isActive,
      isHandled: handlers.length > 0,
      to: [...new Set(handlers.flatMap(({ to }) => to))],
    };
  });
}
