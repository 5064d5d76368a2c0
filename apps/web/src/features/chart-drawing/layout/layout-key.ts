import type { ChartGraph } from "@sagascope/core/charts";

const PART = "\n";

/**
 * What a layout depends on, as one text: charts with the same one share a layout. The structure hash says states, targets,
 * guards, services and delays; it is blind to the order in which they are written and to tags, which a drawing is not. Sizes
 * of labels follow from these, as they are reckoned from the text alone. A graph without a hash is its own key.
 */
export function layoutKey(graph: ChartGraph, structureHash: string | undefined): string {
  if (structureHash === undefined) return JSON.stringify(graph);
  return [
    structureHash,
    ...graph.states.map(({ path, tags }) => `${path} ${tags.includes("dead-letter")}`),
    ...graph.transitions.map(({ id }) => id),
  ].join(PART);
}
