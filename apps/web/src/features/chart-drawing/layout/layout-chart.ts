import type { ChartGraph } from "@sagascope/core/charts";
import { type RunElk, runElk } from "../../../lib/elk/elk-engine.ts";
import { buildDrawing } from "../build/build-drawing.ts";
import type { ChartLayout } from "./chart-layout.ts";
import { layoutInTracks } from "./layout-in-tracks.ts";
import { layoutSaga } from "./layout-saga.ts";
import { layoutWithElk } from "./layout-with-elk.ts";
import { placeLabels } from "./place-labels.ts";

/**
 * Gives every state and arrow of a chart its place, and every arrow its label. The nicest layout in which all of it can be read
 * is taken; tracks, the last one, make room for every label. The same chart always gets the same layout.
 */
export async function layoutChart(graph: ChartGraph, run: RunElk = runElk): Promise<ChartLayout> {
  const drawing = buildDrawing(graph);
  const saga = layoutSaga(drawing);
  return (
    (saga && placeLabels(saga)) ?? (await layoutWithElk(drawing, run)) ?? layoutInTracks(drawing)
  );
}
