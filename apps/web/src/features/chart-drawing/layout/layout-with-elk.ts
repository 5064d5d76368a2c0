import type { Drawing } from "../build/drawing.ts";
import type { ChartLayout } from "./chart-layout.ts";
import { type RunElk, runElk } from "./elk-engine.ts";
import { elkGraph } from "./elk-graph.ts";
import { readElk } from "./elk-result.ts";

/** Lays out any chart with ELK's layered algorithm, left to right, nested containers included. */
export async function layoutWithElk(drawing: Drawing, run: RunElk = runElk): Promise<ChartLayout> {
  return readElk(drawing, await run(elkGraph(drawing)));
}
