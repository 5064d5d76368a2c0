import { cx } from "../lib/cx.ts";

/** The height of an empty bucket, drawn faint so that silence is told from absence. */
const FLOOR = 1.5;

/** Counts by time bucket as small bars in the current colour. */
export function Bars(props: {
  readonly values: readonly number[];
  readonly width?: number;
  readonly height?: number;
  readonly fill?: boolean;
  readonly label?: string;
  readonly className?: string;
}) {
  const { values, width = 84, height = 18, fill, label } = props;
  const top = Math.max(1, ...values);
  const step = width / Math.max(1, values.length);
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={fill ? undefined : width}
      height={height}
      preserveAspectRatio="none"
      fill="currentColor"
      role={label ? "img" : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      className={cx("block flex-none", fill && "w-full", props.className)}
    >
      {values.map((value, index) => {
        const tall = value === 0 ? FLOOR : Math.max(FLOOR, (value / top) * (height - 1));
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bucket is its place
            key={index}
            x={index * step}
            y={height - tall}
            width={step * 0.66}
            height={tall}
            rx=".75"
            opacity={value === 0 ? 0.3 : undefined}
          />
        );
      })}
    </svg>
  );
}
