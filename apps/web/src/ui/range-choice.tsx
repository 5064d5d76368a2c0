import { CHART_RANGES, type ChartRange } from "../lib/chart-range.ts";
import { Segmented } from "./segmented.tsx";

/** How far back the charts of a page look. */
export function RangeChoice(props: {
  readonly value: ChartRange;
  readonly onChange: (range: ChartRange) => void;
}) {
  return (
    <>
      <span className="text-12 text-ink-2">Charts over</span>
      <Segmented label="Charts over" options={CHART_RANGES} {...props} />
    </>
  );
}
