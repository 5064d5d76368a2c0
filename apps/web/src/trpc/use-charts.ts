import { type Chart, type ChartGraph, chartGraph } from "@sagascope/core/charts";
import { useQueries } from "@tanstack/react-query";
import { useTRPC } from "./react.tsx";

/** A registered version of a chart, with its graph. */
export interface DrawnChart {
  readonly chartId: number;
  readonly version: string;
  readonly structureHash: string;
  readonly chart: Chart;
  readonly graph: ChartGraph;
}

/** Reads chart versions, each once, since a version never changes; answers with the read of one of them. */
export function useCharts(chartIds: readonly (number | undefined)[]) {
  const trpc = useTRPC();
  const ids = [...new Set(chartIds)].filter((id) => id !== undefined);
  const results = useQueries({
    queries: ids.map((chartId) =>
      trpc.instances.chart.queryOptions(
        { chartId },
        { staleTime: Number.POSITIVE_INFINITY, select: withGraph },
      ),
    ),
  });
  return (chartId: number) => results[ids.indexOf(chartId)];
}

function withGraph(view: Omit<DrawnChart, "graph">): DrawnChart {
  return { ...view, graph: chartGraph(view.chart) };
}
