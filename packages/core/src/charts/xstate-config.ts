import { and } from "xstate";
import type { Chart, ChartGuard, ChartTransition } from "./chart.ts";
import { graphTransition, transitionEventType } from "./graph.ts";
import { createMarker, type MarkedState, takenTransition } from "./markers.ts";
import { PUBLISH_TAG } from "./publish-declaration.ts";
import { findTarget, type IndexedState, type StateIndex } from "./state-index.ts";
import { type TransitionGroup, transitionGroupsOf } from "./state-transitions.ts";

/** A macrostep longer than this is an endless loop of always or raised events. */
const ITERATIONS_MAX = 1_000;
/** Prefix of every event that XState makes for itself. */
const ENGINE_EVENT = "xstate.";

/** Write a chart as the config object XState compiles, with a marker on each state and transition. */
export function xstateConfig(chart: Chart, index: StateIndex): Record<string, unknown> {
  return {
    ...stateConfig(chart, index, index.root),
    id: chart.id,
    version: chart.version,
    context: ({ input }: { input: unknown }) => initialContext(chart, input),
    options: { maxIterations: ITERATIONS_MAX },
  };
}

/** A fresh copy for each instance. Input lands in `context.input` when the chart has such a field. */
function initialContext(chart: Chart, input: unknown): Record<string, unknown> {
  const context = structuredClone(chart.context);
  if (input === undefined || !Object.hasOwn(context, "input")) return context;
  return { ...context, input };
}

function stateConfig(
  chart: Chart,
  index: StateIndex,
  indexed: IndexedState,
): Record<string, unknown> {
  const { state, id } = indexed;
  const marked: MarkedState = {
    path: indexed.path,
    id,
    publishes: state.tags?.includes(PUBLISH_TAG)
      ? transitionEventType(chart.id, indexed.path)
      : undefined,
  };
  const children = indexed.children.map((child) => [
    child.keys.at(-1),
    stateConfig(chart, index, child),
  ]);
  return {
    id,
    type: state.type,
    initial: state.initial,
    history: state.history,
    target: targetsOf(chart, index, indexed, state.target ?? defaultRegions(indexed)),
    tags: state.tags,
    output: state.output,
    ...(indexed.kind === "history" ? {} : markedActions(state, marked)),
    ...transitionsConfig(chart, index, indexed),
    states: Object.fromEntries(children),
  };
}

/**
 * A history state of a parallel state leads to all regions at first. Left to XState it leads to the parallel state itself,
 * and a transition to it from inside leaves that state without entering it again.
 */
function defaultRegions({ kind, parent }: IndexedState): string[] | undefined {
  if (kind !== "history" || parent?.kind !== "parallel") return undefined;
  const regions = parent.children.filter((child) => child.kind !== "history");
  return regions.flatMap((region) => region.keys.at(-1) ?? []);
}

function markedActions(state: IndexedState["state"], marked: MarkedState) {
  return {
    entry: [createMarker({ kind: "entered", state: marked }), ...(state.entry ?? [])],
    exit: [createMarker({ kind: "exited", state: marked }), ...(state.exit ?? [])],
  };
}

function transitionsConfig(chart: Chart, index: StateIndex, source: IndexedState) {
  const groups = transitionGroupsOf(source).map((group) => ({
    group,
    config: group.transitions.map((transition, at) =>
      transitionConfig(chart, index, source, group, transition, at),
    ),
  }));
  const configOf = (kind: TransitionGroup["kind"], event: string) =>
    groups.find(({ group }) => group.kind === kind && group.event === event)?.config;
  const { state } = source;
  return {
    on: mapKeys(state.on, (event) => configOf("event", event)),
    always: configOf("always", ""),
    onDone: configOf("stateDone", `done.state.${source.id}`),
    after: mapKeys(state.after, (delay) => configOf("after", `after.${delay}`)),
    invoke: (state.invoke ?? []).map(({ id, src, input }) => ({
      id,
      src,
      input,
      onDone: configOf("done", `done.invoke.${id}`),
      onError: configOf("error", `error.platform.${id}`),
    })),
  };
}

function mapKeys<T>(record: object | undefined, value: (key: string) => T): Record<string, T> {
  return Object.fromEntries(Object.keys(record ?? {}).map((key) => [key, value(key)]));
}

function transitionConfig(
  chart: Chart,
  index: StateIndex,
  source: IndexedState,
  group: TransitionGroup,
  transition: ChartTransition,
  at: number,
) {
  const graph = graphTransition(chart, index, source, group, transition, at);
  const marker = createMarker({
    kind: "taken",
    transition: takenTransition(graph),
    publishes: graph.publishes,
  });
  return {
    target: targetsOf(chart, index, source, transition.target),
    guard: group.event === "*" ? outsideOnly(transition.guard) : transition.guard,
    reenter: transition.reenter,
    actions: [marker, ...(transition.actions ?? [])],
  };
}

/**
 * `*` is for events from outside. XState also matches it against its own, so that a late result of a service, or its
 * failure, would count as any event at all.
 */
function outsideOnly(guard: ChartGuard | undefined) {
  const isOutside = ({ event }: { event: { type: string } }) =>
    !event.type.startsWith(ENGINE_EVENT);
  if (guard === undefined) return isOutside;
  return and([isOutside, guard as never]);
}

/** Targets by full path from the root, escaped, so that XState resolves them exactly as this package did. */
function targetsOf(
  chart: Chart,
  index: StateIndex,
  source: IndexedState,
  targets: readonly string[] | undefined,
): string[] | undefined {
  return targets?.flatMap((target) => {
    const found = findTarget(index, source, target);
    if (found === undefined) return [];
    return `#${[chart.id, ...found.keys].map(escapeSegment).join(".")}`;
  });
}

function escapeSegment(segment: string): string {
  return segment.replaceAll("\\", "\\\\").replaceAll(".", "\\.");
}
