"use client";

import { cx } from "../lib/cx.ts";
import { formatBucket } from "../lib/format-time.ts";
import { useTimeZone } from "../lib/use-now.ts";
import { niceTicks } from "./chart-scale.ts";
import { TONE_TEXT, type Tone } from "./state-table.ts";
import { gapsOf, knownRuns, runPath, type TrendValue } from "./trend-runs.ts";

/** One row of values, by bucket. */
export interface ChartSeries {
  readonly label: string;
  readonly tone: Tone;
  readonly values: readonly TrendValue[];
}

const WIDTH = 600;
const HEIGHT = 120;
const X_LABELS = 4;
const BAR_SHARE = 0.72;

/**
 * Values over time with an axis: one series as a line with a tint under it, several as bars that stand on each other. Where nobody
 * looked the line is broken and the ground is shaded: that is no zero. What a bucket holds is told when it is pointed at; to a reader
 * the whole is a picture with a sentence, and the numbers stand in the lists that the page links to.
 */
export function TimeChart(props: {
  readonly label: string;
  readonly sinceMs: number;
  readonly bucketMs: number;
  readonly series: readonly ChartSeries[];
  readonly format: (value: number) => string;
  readonly className?: string;
}) {
  const { series, format, sinceMs, bucketMs } = props;
  const zone = useTimeZone();
  const length = series[0]?.values.length ?? 0;
  const totals = Array.from({ length }, (_bucket, at) =>
    series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0),
  );
  const ticks = niceTicks(Math.max(0, ...totals));
  const top = ticks.at(-1) ?? 1;
  const yOf = (value: number) => HEIGHT - (value / top) * HEIGHT;
  const timeOf = (at: number) => formatBucket(new Date(sinceMs + at * bucketMs), bucketMs, zone);
  const [first, ...others] = series;
  return (
    <figure
      className={cx(
        "grid min-w-0 grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-11 text-ink-3",
        props.className,
      )}
    >
      <div className="relative w-10 text-right" style={{ height: HEIGHT }} aria-hidden="true">
        {ticks.map((tick) => (
          <span key={tick} className="absolute right-0 -translate-y-1/2" style={{ top: yOf(tick) }}>
            {format(tick)}
          </span>
        ))}
      </div>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        height={HEIGHT}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${props.label}: ${describeSeries(series, format)}`}
        className="block w-full overflow-visible"
      >
        {ticks.map((tick) => (
          <line
            key={tick}
            x1="0"
            x2={WIDTH}
            y1={yOf(tick)}
            y2={yOf(tick)}
            className="stroke-line"
            vectorEffect="non-scaling-stroke"
          />
        ))}
        {first !== undefined &&
          (others.length === 0 ? (
            <>
              <Gaps values={first.values} />
              <Line values={first.values} yOf={yOf} tone={first.tone} />
            </>
          ) : (
            <StackedBars series={series} length={length} yOf={yOf} />
          ))}
        {totals.map((total, at) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bucket is its place
            key={at}
            x={(at * WIDTH) / length}
            width={WIDTH / length}
            y="0"
            height={HEIGHT}
            className="fill-transparent hover:fill-ink/6"
          >
            <title suppressHydrationWarning>
              {bucketWords(timeOf(at), series, at, total, format)}
            </title>
          </rect>
        ))}
      </svg>
      <div className="col-start-2 mt-1.5 flex justify-between" aria-hidden="true">
        {Array.from({ length: X_LABELS }, (_label, at) =>
          Math.round((at * length) / (X_LABELS - 1)),
        ).map((at) => (
          <span key={at} suppressHydrationWarning>
            {timeOf(at)}
          </span>
        ))}
      </div>
    </figure>
  );
}

function Line(props: {
  readonly values: readonly TrendValue[];
  readonly yOf: (value: number) => number;
  readonly tone: Tone;
}) {
  const { values, yOf } = props;
  const step = WIDTH / Math.max(1, values.length - 1);
  return (
    <g className={TONE_TEXT[props.tone]}>
      {knownRuns(values).map((run) => {
        const { line, fromX, toX } = runPath(run, step, yOf, WIDTH);
        return (
          <g key={run.from}>
            <path
              d={`${line}L${toX} ${HEIGHT}L${fromX} ${HEIGHT}Z`}
              fill="currentColor"
              opacity=".12"
            />
            <path
              d={line}
              fill="none"
              stroke="currentColor"
              strokeWidth="1.25"
              vectorEffect="non-scaling-stroke"
            />
          </g>
        );
      })}
    </g>
  );
}

/** What is not known: shaded from half way to the last value that is known to half way to the next. */
function Gaps({ values }: { readonly values: readonly TrendValue[] }) {
  const step = WIDTH / Math.max(1, values.length - 1);
  return gapsOf(values).map(({ from, length }) => {
    const x = Math.max(0, (from - 0.5) * step);
    const end = Math.min(WIDTH, (from + length - 0.5) * step);
    return (
      <rect
        key={from}
        data-gap
        x={x}
        y="0"
        width={end - x}
        height={HEIGHT}
        className="fill-surface-2"
      />
    );
  });
}

function StackedBars(props: {
  readonly series: readonly ChartSeries[];
  readonly length: number;
  readonly yOf: (value: number) => number;
}) {
  const { series, length, yOf } = props;
  const step = WIDTH / Math.max(1, length);
  return series.map(({ label, tone, values }, layer) => (
    <g key={label} className={TONE_TEXT[tone]} fill="currentColor">
      {values.map((value, at) => {
        if (value === 0 || value === null) return null;
        const under = series
          .slice(0, layer)
          .reduce((sum, below) => sum + (below.values[at] ?? 0), 0);
        const top = yOf(under + value);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bucket is its place
            key={at}
            x={(at + (1 - BAR_SHARE) / 2) * step}
            width={step * BAR_SHARE}
            y={top}
            height={yOf(under) - top}
          />
        );
      })}
    </g>
  ));
}

function describeSeries(series: readonly ChartSeries[], format: (value: number) => string): string {
  return series
    .map(({ label, values }) => {
      const known = values.filter((value) => value !== null);
      const last = values.at(-1) ?? null;
      const now = last === null ? "not known" : format(last);
      return `${label} ${now} at the end, ${format(Math.max(0, ...known))} at most`;
    })
    .join("; ");
}

function bucketWords(
  time: string,
  series: readonly ChartSeries[],
  at: number,
  total: number,
  format: (value: number) => string,
): string {
  if (series.every(({ values }) => values[at] === null)) return `${time}: nobody looked`;
  if (total === 0) return `${time}: none`;
  const parts = series
    .filter(({ values }) => (values[at] ?? 0) > 0)
    .map(({ label, values }) => `${format(values[at] ?? 0)} ${label}`);
  return `${time}: ${parts.join(", ")}`;
}
