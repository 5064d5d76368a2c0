"use client";

import { cx } from "../../../lib/cx.ts";
import { formatCountdown } from "../../../lib/format-duration.ts";
import { useNow } from "../../../lib/use-now.ts";
import { Glyph } from "../../../ui/glyph.tsx";
import { Countdown } from "../../../ui/time.tsx";
import type { TimerMark } from "../marks/chart-marks.ts";

/** What is left of a state's timer, on the lower edge of its node; amber and counting on when its time is over. */
export function TimerPill(props: { readonly timer: TimerMark; readonly className?: string }) {
  const { dueAt, asOf } = props.timer;
  const present = useNow();
  const now = asOf ?? present;
  const late = now !== undefined && now > dueAt;
  return (
    <span
      className={cx(
        "absolute -bottom-[9px] z-10 inline-flex h-4.5 items-center gap-1 rounded-full border px-[7px] text-[11px] leading-none font-strong whitespace-nowrap",
        late ? "border-amber bg-amber-tint text-amber" : "border-teal bg-teal-tint text-teal",
        props.className,
      )}
    >
      <Glyph name={late ? "st-overdue" : "st-waiting"} size="xs" />
      {asOf ? formatCountdown(dueAt.getTime() - asOf.getTime()) : <Countdown dueAt={dueAt} />}
    </span>
  );
}
