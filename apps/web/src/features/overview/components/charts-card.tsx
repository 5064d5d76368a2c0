import Link from "next/link";
import type { ReactNode } from "react";
import { type ChartRange, RANGE_WORDS } from "@/lib/chart-range.ts";
import { formatCount, formatPercent, formatPlural, formatRate } from "@/lib/format-number.ts";
import { paths } from "@/lib/paths.ts";
import { Card, CardHeader } from "@/ui/card.tsx";
import { perSecond } from "@/ui/chart-scale.ts";
import { Legend } from "@/ui/meter.tsx";
import { type ChartSeries, TimeChart } from "@/ui/time-chart.tsx";
import type { Overview } from "../overview.ts";

type Props = { readonly overview: Overview; readonly range: ChartRange };

/** How much is done, how instances end and what has to be tried again, as the engine counted it. */
export function ChartsRow({ overview, range }: Props) {
  return (
    <div className="grid flex-none gap-3.5 narrow:grid-cols-2 drawer:grid-cols-3">
      <ThroughputCard overview={overview} range={range} />
      <EndsCard overview={overview} range={range} />
      <RetriesCard overview={overview} range={range} />
    </div>
  );
}

function ThroughputCard({ overview: { charts, at }, range }: Props) {
  const rates = perSecond(charts.steps, charts, at.getTime());
  return (
    <ChartCard
      title="Throughput"
      sub="steps a second"
      value={`${formatRate(rates.at(-1) ?? 0)}/s`}
      href={dispatchersOf(range)}
    >
      <TimeChart
        label="Steps a second"
        sinceMs={charts.sinceMs}
        bucketMs={charts.bucketMs}
        series={[{ label: "steps a second", tone: "blue", values: rates }]}
        format={formatRate}
      />
    </ChartCard>
  );
}

function EndsCard({ overview: { charts, completed, compensated, failed }, range }: Props) {
  const ended = completed.count + compensated.count + failed.count;
  const share = ended === 0 ? "none ended" : `${formatPercent(completed.count / ended)} completed`;
  const series: readonly ChartSeries[] = [
    { label: "completed", tone: "green", values: charts.completed },
    { label: "compensated", tone: "violet", values: charts.compensated },
    { label: "failed", tone: "red", values: charts.failed },
  ];
  return (
    <ChartCard
      title="How they ended"
      sub={RANGE_WORDS[range]}
      value={share}
      href={paths.instances({ status: "done", ended: range })}
      legend={series}
    >
      <TimeChart
        label="Instances ended"
        sinceMs={charts.sinceMs}
        bucketMs={charts.bucketMs}
        series={series}
        format={formatCount}
      />
    </ChartCard>
  );
}

function RetriesCard({ overview: { charts }, range }: Props) {
  const times = charts.triedAgain.reduce((sum, count) => sum + count, 0);
  const series: readonly ChartSeries[] = [
    { label: "tried again", tone: "amber", values: charts.triedAgain },
    { label: "dead letters", tone: "red", values: charts.deadLettered },
  ];
  return (
    <ChartCard
      title="Retry pressure"
      sub={RANGE_WORDS[range]}
      value={`${formatCount(times)} tried again`}
      href={dispatchersOf(range)}
      hint={`Deliveries and service calls. ${formatPlural(charts.retriedRuns, "saga")} completed although a step had to be tried again.`}
      legend={series}
    >
      <TimeChart
        label="Retries"
        sinceMs={charts.sinceMs}
        bucketMs={charts.bucketMs}
        series={series}
        format={formatCount}
      />
    </ChartCard>
  );
}

/** What each machine and relay did in a range. */
function dispatchersOf(range: ChartRange): string {
  return `${paths.pipes({ range })}#dispatchers`;
}

/** A chart under a number that leads to what it counts. */
function ChartCard(props: {
  readonly title: string;
  readonly sub: string;
  readonly value: string;
  readonly href: string;
  readonly hint?: string;
  readonly legend?: readonly ChartSeries[];
  readonly children: ReactNode;
}) {
  return (
    <Card
      label={props.title}
      className="flex min-w-0 flex-col narrow:max-drawer:last:col-span-2" // two stand above the third
    >
      <CardHeader title={props.title} sub={props.sub}>
        <Link
          href={props.href}
          className="text-13 font-semibold whitespace-nowrap hover:underline"
          title={props.hint}
        >
          {props.value}
        </Link>
      </CardHeader>
      <div className="flex flex-1 flex-col gap-2 px-3.5 pt-4 pb-3">
        {props.children}
        <div className="min-h-4">{props.legend && <Legend entries={props.legend} />}</div>
      </div>
    </Card>
  );
}
