import type { ReactNode } from "react";
import { QueryView } from "./query-view.tsx";
import type { DrawnChart, useCharts } from "./use-charts.ts";

/** A chart version, once it has been read. */
export function ChartView(props: {
  readonly query: ReturnType<ReturnType<typeof useCharts>>;
  readonly children: (chart: DrawnChart) => ReactNode;
}) {
  if (props.query === undefined) return null;
  return (
    <QueryView
      query={props.query}
      what="its chart"
      consequence="It may be moving all the same."
      rows={12}
    >
      {props.children}
    </QueryView>
  );
}
