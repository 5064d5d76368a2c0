import { type RunElk, runElk } from "../../../lib/elk/elk-engine.ts";
import type { Drawing } from "../build/drawing.ts";
import type { ChartLayout } from "./chart-layout.ts";
import { elkGraph } from "./elk-graph.ts";
import { readElk } from "./elk-result.ts";
import { placeLabels } from "./place-labels.ts";

/** ELK takes seconds for more than this, and draws ribbons that nobody can read. */
const STATES_MAX = 30;
const ARROWS_MAX = 32;

/**
 * Lays out a chart with ELK's layered algorithm, left to right, nested containers included. `undefined` for charts that are too
 * large or too dense for it, for those that it gives up on, and where it leaves no room for a label.
 */
export async function layoutWithElk(
  drawing: Drawing,
  run: RunElk = runElk,
): Promise<ChartLayout | undefined> {
  if (drawing.nodes.length > STATES_MAX || drawing.edges.length > ARROWS_MAX) return undefined;
  try {
    return placeLabels(readElk(drawing, await run(elkGraph(drawing))));
  } catch {
    return undefined; // its network simplex overflows its stack on some dense charts
  }
}
