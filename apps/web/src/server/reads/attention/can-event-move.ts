import type { ChartGraph, GraphState } from "@sagascope/core/charts";

/**
 * Whether an event from outside can take an instance out of where it rests. Wildcards count; timers and services do
 * not: whether one of those is under way is known from their rows. Guards may still refuse, which nobody can foresee.
 */
export function canEventMove(graph: ChartGraph, activeStates: readonly string[]): boolean {
  const resting = new Set(activeStates.flatMap((path) => withAncestors(graph, path)));
  return graph.transitions.some(({ kind, from }) => kind === "event" && resting.has(from));
}

/** A state and the states around it, the root included. */
function withAncestors(graph: ChartGraph, path: string): string[] {
  const parents = new Map<string, GraphState>(graph.states.map((state) => [state.path, state]));
  const found: string[] = [];
  for (let at: string | undefined = path; at !== undefined; at = parents.get(at)?.parent) {
    found.push(at);
  }
  return found;
}
