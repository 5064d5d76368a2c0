import { cx } from "../../../lib/cx.ts";
import { DIFFERENCES, type Difference } from "../marks/difference.ts";

/** The colour of a difference's words. */
export const DIFFERENCE_TEXT = {
  added: "text-green",
  removed: "text-red",
  changed: "text-amber",
  only: "text-ink-2",
} as const satisfies Record<Difference, string>;

const EDGES = {
  added: "border-green",
  removed: "border-red",
  changed: "border-amber",
  only: "border-ink-2",
} as const satisfies Record<Difference, string>;

/** A container's stands above its name; that of a state below it, or it would cover the name of the container around. */
const PLACES = { container: "-top-[14px]", state: "-bottom-[15px]" } as const;

/** Says on the left of a state's edge how it differs from the chart beside it. */
export function DifferenceBadge({
  difference,
  of,
}: {
  readonly difference: Difference;
  readonly of: keyof typeof PLACES;
}) {
  const { sign, label } = DIFFERENCES[difference];
  return (
    <span
      className={cx(
        "absolute left-2 z-10 inline-flex h-4.5 items-center gap-1 rounded-full border bg-surface px-[7px] text-[10.5px] leading-none font-strong whitespace-nowrap",
        PLACES[of],
        DIFFERENCE_TEXT[difference],
        EDGES[difference],
      )}
    >
      <span aria-hidden="true">{sign}</span>
      {label.toLowerCase()}
    </span>
  );
}
