"use client";

import type { ChartGraph } from "@sagascope/core/charts";
import { ReactFlowProvider } from "@xyflow/react";
import { cx } from "../../../lib/cx.ts";
import { joinOr } from "../../../lib/event-words.ts";
import { ErrorState } from "../../../ui/error-state.tsx";
import { LoadingState } from "../../../ui/loading-state.tsx";
import { Note } from "../../../ui/note.tsx";
import { type ChartMarks, hasInstance, NO_MARKS } from "../marks/chart-marks.ts";
import { ChartCanvas } from "./chart-canvas.tsx";
import { ChartLegend } from "./chart-legend.tsx";
import { useChartLayout } from "./use-chart-layout.ts";
import "@xyflow/react/dist/base.css";
import "./chart.css";

/** What a drawing of a chart needs. Give `marks` for an instance; without them the chart alone is drawn. */
export interface ChartDrawingProps {
  readonly graph: ChartGraph;
  /** Of the chart, where it is known: versions that are drawn alike share a layout then. */
  readonly structureHash?: string;
  readonly marks?: ChartMarks;
  /** Path of the state whose details are shown elsewhere. */
  readonly selected?: string;
  readonly onSelect?: (path: string) => void;
  readonly legend?: boolean;
  /** Whether `+`, `-` and `0` zoom; off where several charts stand on a page. */
  readonly keys?: boolean;
  /** At first all of it is shown, however small; else the part around the token where all would be too small to read. */
  readonly whole?: boolean;
  readonly className?: string;
}

/** A chart as a map: states with what an instance makes of them, arrows in their gutters, tokens that move. It fills its place. */
export function ChartDrawing(props: ChartDrawingProps) {
  const { graph, marks = NO_MARKS, legend = true, className } = props;
  const state = useChartLayout(graph, props.structureHash);
  const nowhere = marks.tokens.filter((path) => !graph.states.some((one) => one.path === path));
  return (
    <div className={cx("flex min-h-0 min-w-0 flex-1 flex-col", className)}>
      {nowhere.length > 0 && (
        <Note kind="warn" title={`This chart has no state ${joinOr(nowhere)}.`} className="m-2.5">
          The instance stands there all the same: it is not on the chart that is drawn.
        </Note>
      )}
      {state.kind === "working" && (
        <LoadingState label="Laying out the chart" rows={4} className="flex-1" />
      )}
      {state.kind === "failed" && (
        <ErrorState
          title="The chart could not be laid out"
          consequence={`${state.reason}. The table shows the same facts.`}
          onRetry={state.retry}
        />
      )}
      {state.kind === "ready" && (
        <ReactFlowProvider>
          <ChartCanvas {...props} marks={marks} layout={state.layout} />
        </ReactFlowProvider>
      )}
      {legend && (hasInstance(marks) || marks.differences) && <ChartLegend marks={marks} />}
    </div>
  );
}
