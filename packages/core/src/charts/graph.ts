import type { Chart, ChartTransition } from "./chart.ts";
import { readPublish } from "./publish-declaration.ts";
import {
  findTarget,
  type IndexedState,
  indexStates,
  type StateIndex,
  type StateKind,
} from "./state-index.ts";
import {
  type TransitionGroup,
  type TransitionKind,
  transitionGroupsOf,
} from "./state-transitions.ts";

/** A service of a state, as a drawing shows it. */
export interface GraphInvoke {
  readonly id: string;
  readonly src: string;
}

/** A state as a drawing shows it. */
export interface GraphState {
  /** Dotted, without the machine id; empty for the root. */
  readonly path: string;
  /** Last key of the path; the machine id for the root. */
  readonly name: string;
  /** Path of the parent; undefined for the root only. */
  readonly parent: string | undefined;
  readonly kind: StateKind;
  /** Path of the child that is entered by default. */
  readonly initial: string | undefined;
  readonly history: "shallow" | "deep" | undefined;
  readonly tags: readonly string[];
  readonly invokes: readonly GraphInvoke[];
  /** Labels of the state's timers: `after.5000`, `after.retryDelay`. */
  readonly afters: readonly string[];
  readonly entry: readonly string[];
  readonly exit: readonly string[];
  readonly description: string | undefined;
}

/** What a transition announces; `fields` are copied from the context, null sends the type alone. */
export interface GraphPublication {
  readonly type: string;
  readonly fields: readonly string[] | null;
}

/** A transition as a drawing shows it. */
export interface GraphTransition {
  /** Stable within one chart: `<from>|<event>|<index>`. */
  readonly id: string;
  readonly from: string;
  /** Paths of the targets as declared; empty when the transition stays where it is. */
  readonly to: readonly string[];
  /** The chart's own name: `START`, `after.5000`, `done.invoke.x`, `error.platform.x`, `done.state.m.x`, `` for always. */
  readonly event: string;
  readonly kind: TransitionKind;
  readonly guard: string | undefined;
  readonly actions: readonly string[];
  readonly reenter: boolean;
  readonly publishes: GraphPublication | undefined;
  readonly description: string | undefined;
}

/** A chart flattened: what a drawing, a diff or a prediction needs, in document order. */
export interface ChartGraph {
  readonly id: string;
  /** The root first, then each state before its children. */
  readonly states: readonly GraphState[];
  readonly transitions: readonly GraphTransition[];
}

/** Flatten a chart. Pure and browser-safe; the same chart always gives the same ids and order. */
export function chartGraph(chart: Chart): ChartGraph {
  const index = indexStates(chart);
  return {
    id: chart.id,
    states: index.all.map((state) => graphState(state, chart.id)),
    transitions: index.all.flatMap((state) => graphTransitionsOf(chart, index, state)),
  };
}

/** The transitions that start in one state. */
export function graphTransitionsOf(
  chart: Chart,
  index: StateIndex,
  source: IndexedState,
): GraphTransition[] {
  return transitionGroupsOf(source).flatMap((group) =>
    group.transitions.map((transition, at) =>
      graphTransition(chart, index, source, group, transition, at),
    ),
  );
}

function graphState(indexed: IndexedState, machineId: string): GraphState {
  const { state, path, parent } = indexed;
  const { initial } = state;
  const initialKey = typeof initial === "string" ? initial : initial?.target;
  return {
    path,
    name: indexed.keys.at(-1) ?? machineId,
    parent: parent?.path,
    kind: indexed.kind,
    initial: initialKey === undefined ? undefined : [...indexed.keys, initialKey].join("."),
    history: state.history,
    tags: state.tags ?? [],
    invokes: (state.invoke ?? []).map(({ id, src }) => ({ id, src })),
    afters: Object.keys(state.after ?? {}).map((delay) => `after.${delay}`),
    entry: (state.entry ?? []).map(({ type }) => type),
    exit: (state.exit ?? []).map(({ type }) => type),
    description: state.description,
  };
}

/** Build the one description of a transition that drawing, prediction, publication and the step all share. */
export function graphTransition(
  chart: Chart,
  index: StateIndex,
  source: IndexedState,
  group: TransitionGroup,
  transition: ChartTransition,
  at: number,
): GraphTransition {
  const to = (transition.target ?? []).flatMap(
    (target) => findTarget(index, source, target)?.path ?? [],
  );
  return {
    id: `${source.path}|${group.event}|${at}`,
    from: source.path,
    to,
    event: group.event,
    kind: group.kind,
    guard: transition.guard?.type,
    actions: (transition.actions ?? []).map(({ type }) => type),
    reenter: transition.reenter === true,
    publishes: publicationOf(chart, transition, to[0] ?? source.path),
    description: transition.description,
  };
}

function publicationOf(
  chart: Chart,
  transition: ChartTransition,
  statePath: string,
): GraphPublication | undefined {
  const declared = readPublish(transition.meta?.publish);
  if (declared.kind === "none") return undefined;
  if (declared.kind === "derived") {
    return { type: transitionEventType(chart.id, statePath), fields: null };
  }
  return { type: declared.type, fields: declared.fields ?? null };
}

/** Type of the envelope that says a machine has entered a state: `xsm.<machine>.transition.<state>`. */
export function transitionEventType(machineId: string, statePath: string): string {
  return `xsm.${machineId}.transition.${statePath === "" ? machineId : statePath}`;
}
