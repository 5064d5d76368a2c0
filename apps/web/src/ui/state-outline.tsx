import { cx } from "../lib/cx.ts";
import type { Outline } from "./state-table.ts";

const RADIUS = 6;
const INSET = 3.5;

/** The outline of a state: line, dashes and tint by what the state is; `double` draws the second line of an end. */
export function StateOutline(props: {
  readonly outline: Outline;
  readonly width: number;
  readonly height: number;
  readonly double: boolean;
  /** Of its corners, in pixels. */
  readonly radius?: number;
  readonly className?: string;
}) {
  const { outline, width, height, double, radius = RADIUS, className } = props;
  return (
    <svg
      width={width}
      height={height}
      aria-hidden="true"
      className={cx("state-outline", `o-${outline}`, className)}
    >
      <rect width={width} height={height} rx={radius} />
      {double && (
        <rect
          className="inner"
          x={INSET}
          y={INSET}
          width={width - 2 * INSET}
          height={height - 2 * INSET}
          rx={radius - 2.5}
        />
      )}
    </svg>
  );
}
