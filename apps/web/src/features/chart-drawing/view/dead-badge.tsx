import { cx } from "../../../lib/cx.ts";
import { Glyph } from "../../../ui/glyph.tsx";

/** Says on the upper right of a state's edge that a dead letter waits there, or, if it is only possible, would come of it. */
export function DeadBadge({ possible }: { readonly possible: boolean }) {
  return (
    <span
      className={cx(
        "absolute -top-2.5 right-1.5 grid h-5 w-[26px] place-items-center rounded-full border bg-surface text-red",
        possible ? "border-blue" : "border-red",
      )}
    >
      <Glyph name="st-dead" size="sm" />
    </span>
  );
}
