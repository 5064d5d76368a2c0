import type { Chart } from "./chart.ts";
import { indexStates } from "./state-index.ts";

/**
 * Names of the events that a caller may send to a chart, sorted. Wildcards are left out: they accept anything, and so
 * say nothing about what the chart is for. Names of the engine cannot occur, the parser refuses them.
 */
export function consumedEventsOf(chart: Chart): string[] {
  const names = indexStates(chart).all.flatMap(({ state }) => Object.keys(state.on ?? {}));
  return [...new Set(names)].filter((name) => name !== "*" && !name.endsWith(".*")).sort();
}
