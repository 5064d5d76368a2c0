import type { ReactNode } from "react";
import { type ChartRange, RANGE_WORDS } from "@/lib/chart-range.ts";
import { formatDuration } from "@/lib/format-duration.ts";
import { formatCount } from "@/lib/format-number.ts";
import { Card, CardHeader } from "@/ui/card.tsx";
import { TimeChart } from "@/ui/time-chart.tsx";
import { missingInWords, type Pipes } from "../pipes.ts";

/** How much waited and for how long, as workers recorded it once a minute. */
export function TrendCards(props: { readonly pipes: Pipes; readonly range: ChartRange }) {
  const { trend, isCut } = props.pipes;
  const { all, now, sinceMs, bucketMs } = trend;
  const axis = { sinceMs, bucketMs };
  const gap = missingInWords(trend);
  const span = SPANS[props.range];
  return (
    <div className="grid flex-none gap-3.5 narrow:grid-cols-2">
      <TrendCard
        title="Backlog"
        sub={`deliveries, ${span}`}
        value={`${isCut ? "≥ " : ""}${formatCount(now.waiting)} now`}
        gap={gap}
      >
        <TimeChart
          {...axis}
          label="Deliveries that waited"
          series={[{ label: "waiting", tone: "blue", values: all.waiting }]}
          format={formatCount}
        />
      </TrendCard>
      <TrendCard
        title="Oldest waiting"
        sub={`age, ${span}`}
        value={now.waiting === 0 ? "none now" : `${formatDuration(now.ageMs)} now`}
        gap={gap}
      >
        <TimeChart
          {...axis}
          label="Age of the oldest delivery"
          series={[{ label: "old", tone: "blue", values: all.ageMs }]}
          format={(ageMs) => (ageMs === 0 ? "0" : formatDuration(ageMs))}
        />
      </TrendCard>
    </div>
  );
}

/** What a point of the chart is. */
const SPANS = {
  "1h": `last ${RANGE_WORDS["1h"]}`,
  "24h": `last ${RANGE_WORDS["24h"]}, most of each hour`,
  "7d": `last ${RANGE_WORDS["7d"]}, most of each 4 h`,
} as const satisfies Record<ChartRange, string>;

function TrendCard(props: {
  readonly title: string;
  readonly sub: string;
  readonly value: string;
  readonly gap: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <Card label={props.title} className="flex min-w-0 flex-col">
      <CardHeader title={props.title} sub={props.sub}>
        <b className="pr-1.5 text-13 font-semibold whitespace-nowrap">{props.value}</b>
      </CardHeader>
      <div className="px-3.5 pt-4 pb-3">
        {props.children}
        {props.gap && <p className="mt-1.5 text-11 text-ink-3">{props.gap}</p>}
      </div>
    </Card>
  );
}
