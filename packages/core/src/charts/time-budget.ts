import type { ChartGraph, GraphState } from "./graph.ts";

const DELAY_LABEL = /^after\.(\d+)$/;

/**
 * The longest a chart can take if it never waits longer than its own timers allow: the sum of the longest numeric
 * `after` of each resting state. There is no such bound, and so none is given, when a state may be rested in without a
 * timer, a delay is computed, or a state can be come back to.
 */
export function timeBudgetMs(graph: ChartGraph): number | undefined {
  const resting = graph.states.filter(({ kind }) => kind === "atomic");
  if (resting.length === 0 || hasCycle(graph)) return undefined;
  let sum = 0;
  for (const state of resting) {
    const longest = longestDelayMs(graph, state);
    if (longest === undefined) return undefined;
    sum += longest;
  }
  return sum;
}

/** The longest delay of a state or of one around it; nothing if none has a timer or one of them is computed. */
function longestDelayMs(graph: ChartGraph, state: GraphState): number | undefined {
  const byPath = new Map(graph.states.map((each) => [each.path, each]));
  const labels: string[] = [];
  for (let at: GraphState | undefined = state; at; at = parentOf(byPath, at))
    labels.push(...at.afters);
  const delays = labels.map((label) => Number(DELAY_LABEL.exec(label)?.[1] ?? Number.NaN));
  return delays.length === 0 || delays.some(Number.isNaN) ? undefined : Math.max(...delays);
}

function parentOf(
  byPath: ReadonlyMap<string, GraphState>,
  state: GraphState,
): GraphState | undefined {
  return state.parent === undefined ? undefined : byPath.get(state.parent);
}

/** Whether some state can be left and entered again. */
function hasCycle(graph: ChartGraph): boolean {
  const visiting = new Set<string>();
  const left = new Set<string>();
  const visit = (path: string): boolean => {
    if (left.has(path)) return false;
    if (visiting.has(path)) return true;
    visiting.add(path);
    if (nextPaths(graph, path).some(visit)) return true;
    visiting.delete(path);
    left.add(path);
    return false;
  };
  return graph.states.some(({ path }) => visit(path));
}

/** Where an instance may be after a state, or deeper in it: a transition of a container starts in every state inside. */
function nextPaths(graph: ChartGraph, path: string): string[] {
  const state = graph.states.find((each) => each.path === path);
  const children = graph.states.filter((each) => each.parent === path).map((each) => each.path);
  const entered =
    state?.initial === undefined ? (state?.kind === "parallel" ? children : []) : [state.initial];
  const taken = graph.transitions.filter(({ from }) => isSelfOrInside(path, from));
  return [...entered, ...taken.flatMap(({ to }) => to)];
}

function isSelfOrInside(path: string, around: string): boolean {
  return around === "" || path === around || path.startsWith(`${around}.`);
}
