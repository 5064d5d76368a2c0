import type { Drawing } from "../build/drawing.ts";
import type { ChartLayout } from "./chart-layout.ts";
import { type RunElk, runElk } from "./elk-engine.ts";
import { elkGraph } from "./elk-graph.ts";
import { readElk } from "./elk-result.ts";
import { placeLabels } from "./place-labels.ts";

/** Above this many states a careful layout is felt as a wait. */
const CAREFUL_UP_TO = 60;

/**
 * Lays out any chart with ELK's layered algorithm, left to right, nested containers included. Large charts, and those that the
 * careful layout gives up on, are laid out quickly.
 */
export async function layoutWithElk(drawing: Drawing, run: RunElk = runElk): Promise<ChartLayout> {
  if (drawing.nodes.length <= CAREFUL_UP_TO) {
    try {
      return readElk(drawing, await run(elkGraph(drawing, "careful")));
    } catch {
      // ELK's network simplex overflows its stack on some dense charts.
    }
  }
  return placeLabels(readElk(drawing, await run(elkGraph(drawing, "quick"))));
}
