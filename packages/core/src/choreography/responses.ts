import type { ChartGraph, GraphState, GraphTransition } from "../charts/graph.ts";
import { transitionEventType } from "../charts/graph.ts";
import { matchesEvent } from "../charts/matches-event.ts";
import { PUBLISH_TAG } from "../charts/publish-declaration.ts";

/** What a machine may do about an event, as its chart declares it. */
export interface Response {
  /** Types it may publish before any other event comes: at once, or after its own calls and timers. */
  readonly publishes: readonly string[];
  /** It may come to handle the event again. */
  readonly repeats: boolean;
}

/** Whether a chart has a transition on an event, by name or by wildcard. */
export function handles(graph: ChartGraph, event: string): boolean {
  return graph.transitions.some((transition) => answers(transition, event));
}

/** Read a machine's response from its chart. Guards are taken to hold: what may happen counts. */
export function responseTo(graph: ChartGraph, event: string): Response {
  const first = graph.transitions.filter((transition) => answers(transition, event));
  const before = withFollowers(graph, first, ({ kind }) => kind !== "event");
  const ever = withFollowers(graph, first, () => true);
  return {
    publishes: [...new Set(before.flatMap((transition) => publicationsOf(graph, transition)))],
    repeats: enteredBy(graph, ever).some((state) => first.some(({ from }) => from === state.path)),
  };
}

/** The transitions, and all that may be taken from where they lead. */
function withFollowers(
  graph: ChartGraph,
  first: readonly GraphTransition[],
  isFollowed: (transition: GraphTransition) => boolean,
): readonly GraphTransition[] {
  const found = new Set(first);
  for (const transition of found) {
    const entered = new Set(enteredBy(graph, [transition]).map(({ path }) => path));
    for (const next of graph.transitions) {
      if (isFollowed(next) && entered.has(next.from)) found.add(next);
    }
  }
  return [...found];
}

/** States a transition enters: its targets, what surrounds them and what they begin with. */
function enteredBy(
  graph: ChartGraph,
  transitions: readonly GraphTransition[],
): readonly GraphState[] {
  const paths = transitions.flatMap(({ from, to }) => (to.length === 0 ? [from] : to));
  return graph.states.filter(({ path }) =>
    paths.some((entered) =>
      endsInstance(graph, entered)
        ? path === entered
        : isWithin(entered, path) || isDefaultWithin(graph, path, entered),
    ),
  );
}

/** In a final state of the chart itself nothing is listened to any more, not even by the root. */
function endsInstance(graph: ChartGraph, path: string): boolean {
  return graph.states.some(
    (state) => state.path === path && state.kind === "final" && state.parent === "",
  );
}

function isWithin(path: string, ancestor: string): boolean {
  return ancestor === "" || path === ancestor || path.startsWith(`${ancestor}.`);
}

function isDefaultWithin(graph: ChartGraph, path: string, ancestor: string): boolean {
  if (path === ancestor) return true;
  const state = graph.states.find((candidate) => candidate.path === path);
  if (state?.parent === undefined) return false;
  const parent = graph.states.find((candidate) => candidate.path === state.parent);
  const byDefault = parent?.kind === "parallel" || parent?.initial === path;
  return byDefault && isDefaultWithin(graph, state.parent, ancestor);
}

function publicationsOf(graph: ChartGraph, transition: GraphTransition): readonly string[] {
  const announced = transition.publishes === undefined ? [] : [transition.publishes.type];
  const tagged = enteredBy(graph, [transition])
    .filter(({ tags }) => tags.includes(PUBLISH_TAG))
    .map(({ path }) => transitionEventType(graph.id, path));
  return transition.to.length === 0 ? announced : [...announced, ...tagged];
}

function answers({ kind, event: pattern }: GraphTransition, event: string): boolean {
  return kind === "event" && matchesEvent(event, pattern);
}
