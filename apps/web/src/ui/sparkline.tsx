import { cx } from "../lib/cx.ts";
import { knownRuns, runPath, type TrendValue } from "./trend-runs.ts";

const WIDTH = 150;
const PAD = 2.5;

/**
 * A trend as a line with a tint under it, in the current colour and as wide as its place; where nobody looked, it is broken. It is
 * decoration beside a number.
 */
export function Sparkline(props: {
  readonly values: readonly TrendValue[];
  readonly height?: number;
  /** Where the scale starts; by default the least value, so that a flat line still lies low. */
  readonly from?: number;
  readonly className?: string;
}) {
  const { values, height = 26, from } = props;
  if (values.length < 2) return <div style={{ height }} className={props.className} />;
  const { line, area } = sparkPaths(values, height, from);
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${height}`}
      height={height}
      preserveAspectRatio="none"
      aria-hidden="true"
      className={cx("block w-full", props.className)}
    >
      <path d={area} fill="currentColor" opacity=".12" />
      <path
        d={line}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.25"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

/** Line and tint in a box of 150 × `height`, each of as many pieces as the trend has. */
function sparkPaths(values: readonly TrendValue[], height: number, from?: number) {
  const known = values.filter((value) => value !== null);
  const low = from ?? Math.min(...known);
  const span = Math.max(...known) - low;
  const yOf = (value: number) =>
    height - PAD - (span === 0 ? 0 : (value - low) / span) * (height - 2 * PAD);
  const pieces = knownRuns(values).map((run) =>
    runPath(run, WIDTH / (values.length - 1), yOf, WIDTH),
  );
  return {
    line: pieces.map(({ line }) => line).join(""),
    area: pieces
      .map(({ line, fromX, toX }) => `${line}L${toX} ${height}L${fromX} ${height}Z`)
      .join(""),
  };
}
