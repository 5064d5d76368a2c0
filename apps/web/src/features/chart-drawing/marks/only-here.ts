import { indexChart } from "./chart-index.ts";
import type { ChartDifferences } from "./difference.ts";
import type { InstanceFacts } from "./instance-facts.ts";
import { readSteps } from "./step-paths.ts";

type Been = Pick<InstanceFacts, "graph" | "history" | "earlier" | "activeStates">;

/**
 * Where one instance was and the other was not. States are the same if they have the same path, transitions if they have
 * the same id, also on two versions of a chart.
 */
export function onlyHere(own: Been, other: Been): ChartDifferences {
  const [here, there] = [visitedBy(own), visitedBy(other)];
  const only = (mine: ReadonlySet<string>, theirs: ReadonlySet<string>) =>
    Object.fromEntries(
      [...mine].filter((key) => !theirs.has(key)).map((key) => [key, "only" as const]),
    );
  return {
    states: only(here.states, there.states),
    transitions: only(here.transitions, there.transitions),
  };
}

function visitedBy({ graph, history, earlier, activeStates }: Been) {
  const index = indexChart(graph);
  const { visits, taken } = readSteps(index, history, earlier);
  const active = activeStates.flatMap((path) => index.withAncestors(path));
  return { states: new Set([...visits.keys(), ...active]), transitions: taken };
}
