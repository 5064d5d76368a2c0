import { cx } from "../lib/cx.ts";
import type { Tone } from "./state-table.ts";

const FILLS = {
  plain: "bg-ink-2",
  faint: "bg-ink-3",
  blue: "bg-blue",
  green: "bg-green",
  red: "bg-red",
  violet: "bg-violet",
  amber: "bg-amber",
  teal: "bg-teal",
} as const satisfies Record<Tone, string>;

/** How far something is: a thin bar. `share` runs from 0 to 1. */
export function Meter(props: {
  readonly share: number;
  readonly label: string;
  readonly tone?: Tone;
  readonly className?: string;
}) {
  const percent = Math.round(Math.min(1, Math.max(0, props.share)) * 100);
  return (
    <div
      role="progressbar"
      aria-label={props.label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className={cx("h-1 overflow-hidden rounded-full bg-surface-3", props.className)}
    >
      <i
        className={cx("block h-full rounded-full", FILLS[props.tone ?? "plain"])}
        style={{ width: `${percent}%` }}
      />
    </div>
  );
}

/** One share of a distribution. */
export interface Share {
  readonly label: string;
  readonly count: number;
  readonly tone: Tone;
}

/** How a number is made up, as one split bar; the counts are its accessible name. */
export function Distribution(props: {
  readonly shares: readonly Share[];
  readonly className?: string;
}) {
  const words = props.shares.map(({ count, label }) => `${count} ${label}`).join(", ");
  return (
    <div
      role="img"
      aria-label={words}
      title={words}
      className={cx("flex h-1.5 gap-0.5", props.className)}
    >
      {props.shares
        .filter(({ count }) => count > 0)
        .map(({ label, count, tone }) => (
          <i
            key={label}
            className={cx("min-w-1 rounded-[2px]", FILLS[tone])}
            style={{ flex: `${count} 0 0` }}
          />
        ))}
    </div>
  );
}

/** The key to a distribution's colours. */
export function Legend(props: { readonly entries: readonly Pick<Share, "label" | "tone">[] }) {
  return (
    <span className="inline-flex flex-wrap gap-x-3.5 text-11 text-ink-2">
      {props.entries.map(({ label, tone }) => (
        <span key={label} className="inline-flex items-center gap-[5px]">
          <i className={cx("size-2 rounded-[2px]", FILLS[tone])} />
          {label}
        </span>
      ))}
    </span>
  );
}
