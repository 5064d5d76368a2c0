import type { ReactNode } from "react";
import { formatDuration } from "@/lib/format-duration.ts";
import { formatCount, formatPlural } from "@/lib/format-number.ts";
import { Card, CardHeader } from "@/ui/card.tsx";
import { TimeChart } from "@/ui/time-chart.tsx";
import type { Pipes } from "../pipes.ts";

/** How much waited in the last hour, and for how long, as workers recorded it once a minute. */
export function TrendCards({ pipes: { trend, isCut } }: { readonly pipes: Pipes }) {
  const { all, sinceMs, minuteMs, missing } = trend;
  const axis = { sinceMs, bucketMs: minuteMs };
  const gap =
    missing === 0
      ? undefined
      : `No worker looked in ${formatPlural(missing, "minute")} of the hour.`;
  return (
    <div className="grid flex-none gap-3.5 narrow:grid-cols-2">
      <TrendCard
        title="Backlog"
        sub="deliveries, last hour"
        value={`${isCut ? "≥ " : ""}${formatCount(all.waiting.at(-1) ?? 0)}`}
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
        sub="age, last hour"
        value={formatDuration(all.ageMs.at(-1) ?? 0)}
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
