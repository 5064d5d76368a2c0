"use client";

import type { ReactNode } from "react";
import { useRef, useState } from "react";
import { cx } from "../../../lib/cx.ts";
import { Card, CardHeader } from "../../../ui/card.tsx";
import { Segmented } from "../../../ui/segmented.tsx";
import { NO_MARKS } from "../marks/chart-marks.ts";
import { ChartDrawing, type ChartDrawingProps } from "./chart-drawing.tsx";
import { ChartTable } from "./chart-table.tsx";
import { ExportMenu } from "./export-menu.tsx";
import { StateDetails } from "./state-details.tsx";

const VIEWS = [
  { value: "chart", label: "Chart" },
  { value: "table", label: "Table" },
] as const;

/** A chart in a card, as a drawing or as a table of the same facts. It fills its place; `children` stand under it. */
export function ChartCard(
  props: ChartDrawingProps & {
    readonly title: ReactNode;
    readonly sub?: ReactNode;
    /** What an exported file is called. */
    readonly exportName?: string;
    /** Over the drawing: a structure that differs, for instance. Then give no marks. */
    readonly banner?: ReactNode;
    readonly children?: ReactNode;
  },
) {
  const { title, sub, banner, children, className, exportName, ...chart } = props;
  const { graph, marks = NO_MARKS, selected, onSelect } = chart;
  const drawing = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<"chart" | "table">("chart");
  return (
    <Card label="Chart" className={cx("flex min-h-0 flex-col overflow-hidden", className)}>
      <CardHeader title={title} sub={sub}>
        {view === "chart" && <ExportMenu drawing={drawing} name={exportName ?? graph.id} />}
        <Segmented label="View" value={view} options={VIEWS} onChange={setView} />
      </CardHeader>
      {banner && <div className="flex-none p-2.5 pb-0">{banner}</div>}
      {selected !== undefined && onSelect && (
        <StateDetails
          graph={graph}
          marks={marks}
          path={selected}
          onClose={() => onSelect(selected)}
        />
      )}
      {view === "chart" ? (
        <div ref={drawing} className="flex min-h-0 flex-1 flex-col">
          <ChartDrawing {...chart} />
        </div>
      ) : (
        <ChartTable graph={graph} marks={marks} />
      )}
      {children}
    </Card>
  );
}
