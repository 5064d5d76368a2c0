import type { ChartGraph, GraphState, GraphTransition } from "@sagascope/core/charts";

/** A chart's graph with what is asked of it again and again. */
export interface ChartIndex {
  readonly graph: ChartGraph;
  readonly state: (path: string) => GraphState | undefined;
  readonly childrenOf: (path: string) => readonly GraphState[];
  /** The transitions that start in exactly this state. */
  readonly from: (path: string) => readonly GraphTransition[];
  /** The state and the containers it stands in, innermost first, down to the root. */
  readonly withAncestors: (path: string) => readonly string[];
}

/** Indexes a chart. */
export function indexChart(graph: ChartGraph): ChartIndex {
  const states = new Map(graph.states.map((state) => [state.path, state]));
  const children = groupBy(graph.states, (state) => state.parent);
  const from = groupBy(graph.transitions, (transition) => transition.from);
  return {
    graph,
    state: (path) => states.get(path),
    childrenOf: (path) => children.get(path) ?? [],
    from: (path) => from.get(path) ?? [],
    withAncestors: (path) => {
      const paths: string[] = [];
      for (let at: string | undefined = path; at !== undefined; at = states.get(at)?.parent) {
        paths.push(at);
      }
      return paths;
    },
  };
}

function groupBy<T>(
  items: readonly T[],
  keyOf: (item: T) => string | undefined,
): ReadonlyMap<string | undefined, readonly T[]> {
  const groups = new Map<string | undefined, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

/** The states that become active when `path` is entered by default: itself and, inside it, initial children and all regions. */
export function entryOf(index: ChartIndex, path: string): readonly string[] {
  return [...new Set(enter(index, path, new Set()))];
}

/** @param within - what is being entered already: a history state leads to the container that it stands in */
function enter(index: ChartIndex, path: string, within: ReadonlySet<string>): readonly string[] {
  const state = index.state(path);
  if (!state || within.has(path)) return [];
  const inside = new Set([...within, path]);
  const entryOfAll = (paths: readonly string[]) =>
    paths.flatMap((one) => enter(index, one, inside));
  if (state.kind === "history") return [path, ...entryOfAll([state.parent ?? ""])];
  if (state.kind === "parallel") {
    return [path, ...entryOfAll(index.childrenOf(path).map((child) => child.path))];
  }
  return [path, ...(state.initial === undefined ? [] : entryOfAll([state.initial]))];
}

/** Whether a state undoes something: it, or a container around it, is called `compensating` or tagged so. */
export function isCompensation(index: ChartIndex, path: string): boolean {
  return index.withAncestors(path).some((at) => {
    const state = index.state(at);
    return (
      at !== "" && (state?.name === "compensating" || state?.tags.includes("compensating") === true)
    );
  });
}
