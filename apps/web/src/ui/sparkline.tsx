import { cx } from "../lib/cx.ts";

const WIDTH = 150;
const PAD = 2.5;

/** A trend as a line with a tint under it, in the current colour and as wide as its place. It is decoration beside a number. */
export function Sparkline(props: {
  readonly values: readonly number[];
  readonly height?: number;
  /** Where the scale starts; by default the least value, so that a flat line still lies low. */
  readonly from?: number;
  readonly className?: string;
}) {
  const { values, height = 26, from } = props;
  if (values.length < 2) return <div style={{ height }} className={props.className} />;
  const line = sparkPath(values, height, from);
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${height}`}
      height={height}
      preserveAspectRatio="none"
      aria-hidden="true"
      className={cx("block w-full", props.className)}
    >
      <path d={`${line}L${WIDTH} ${height}L0 ${height}Z`} fill="currentColor" opacity=".12" />
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

/** The path of a trend in a box of 150 × `height`. */
export function sparkPath(values: readonly number[], height: number, from?: number): string {
  const low = from ?? Math.min(...values);
  const span = Math.max(...values) - low;
  const step = WIDTH / (values.length - 1);
  const points = values.map((value, index) => {
    const share = span === 0 ? 0 : (value - low) / span;
    const y = height - PAD - share * (height - 2 * PAD);
    return `${round(index * step)} ${round(y)}`;
  });
  return `M${points.join("L")}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
