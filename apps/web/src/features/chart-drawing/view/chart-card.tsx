"use client";

import type { ReactNode } from "react";
import { useState } from "react";
import { cx } from "../../../lib/cx.ts";
import { Card, CardHeader } from "../../../ui/card.tsx";
import { Segmented } from "../../../ui/segmented.tsx";
import { ChartDrawing, type ChartDrawingProps } from "./chart-drawing.tsx";
import { ChartTable } from "./chart-table.tsx";

const VIEWS = [
  { value: "chart", label: "Chart" },
  { value: "table", label: "Table" },
] as const;

/** A chart in a card, as a drawing or as a table of the same facts. It fills its place; `children` stand under it. */
export function ChartCard(
  props: ChartDrawingProps & {
    readonly title: ReactNode;
    readonly sub?: ReactNode;
    /** Over the drawing: a structure that differs, for instance. Then give no marks. */
    readonly banner?: ReactNode;
    readonly children?: ReactNode;
  },
) {
  const { title, sub, banner, children, className, ...chart } = props;
  const [view, setView] = useState<"chart" | "table">("chart");
  return (
    <Card label="Chart" className={cx("flex min-h-0 flex-col overflow-hidden", className)}>
      <CardHeader title={title} sub={sub}>
        <Segmented label="View" value={view} options={VIEWS} onChange={setView} />
      </CardHeader>
      {banner && <div className="flex-none p-2.5 pb-0">{banner}</div>}
      {view === "chart" ? (
        <ChartDrawing {...chart} />
      ) : (
        <ChartTable graph={chart.graph} marks={chart.marks} />
      )}
      {children}
    </Card>
  );
}
