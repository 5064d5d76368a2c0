"use client";

import { formatAge, formatCountdown, formatDuration } from "../lib/format-duration.ts";
import { formatClock, formatDay, formatFull, formatMoment, isSameDay } from "../lib/format-time.ts";
import { useNow, useTimeZone } from "../lib/use-now.ts";

/**
 * An instant. `clock` is the time of day, `ms` has milliseconds, both with the day when it is not today; `moment` is as short as it
 * can be and still be unmistakable, `age` is how long ago it was. The whole instant with its zone stands on hover, and in the
 * machine-readable attribute.
 */
export function Time(props: {
  readonly at: Date;
  readonly show?: "clock" | "ms" | "moment" | "age";
  readonly className?: string;
}) {
  const { at, show = "moment", className } = props;
  const now = useNow(show === "clock" || show === "ms" ? "still" : "seconds");
  const zone = useTimeZone();
  return (
    <time
      dateTime={at.toISOString()}
      title={formatFull(at, zone)}
      className={className}
      suppressHydrationWarning
    >
      {timeWords(at, show, now, zone)}
    </time>
  );
}

function timeWords(at: Date, show: string, now: Date | undefined, zone: string): string {
  if (show === "clock" || show === "ms" || !now) {
    const clock = formatClock(at, zone, show === "ms");
    return now && !isSameDay(at, now, zone) ? `${formatDay(at, now, zone)} ${clock}` : clock;
  }
  if (show === "moment") return formatMoment(at, now, zone);
  const age = formatAge(now.getTime() - at.getTime());
  return age === "now" ? age : `${age} ago`;
}

/** How long something has run since `since`, in whole seconds after its `lead`: `for 12 s`; under a second `just now`. */
export function Elapsed(props: {
  readonly since: Date;
  readonly lead?: string;
  readonly className?: string;
}) {
  const now = useNow();
  return (
    <span className={props.className} suppressHydrationWarning>
      {elapsedWords(now && now.getTime() - props.since.getTime(), props.lead)}
    </span>
  );
}

function elapsedWords(ms: number | undefined, lead: string | undefined): string {
  if (ms !== undefined && ms < SECOND_MS) return "just now";
  const length = ms === undefined ? "…" : formatDuration(Math.floor(ms / SECOND_MS) * SECOND_MS);
  return lead === undefined ? length : `${lead} ${length}`;
}

const SECOND_MS = 1_000;

const TENTHS_UNTIL_MS = 30_000;

/** What is left until `dueAt`; it ticks ten times a second under 30 s and once a second before. Late ones read `+38 min`. */
export function Countdown(props: { readonly dueAt: Date; readonly className?: string }) {
  const coarse = useNow();
  const leftMs = coarse ? props.dueAt.getTime() - coarse.getTime() : undefined;
  const near = leftMs !== undefined && leftMs > -1000 && leftMs < TENTHS_UNTIL_MS + 1000;
  const fine = useNow(near ? "tenths" : "still");
  const now = near && fine ? fine : coarse;
  return (
    <span role="timer" className={props.className} suppressHydrationWarning>
      {now ? formatCountdown(props.dueAt.getTime() - now.getTime()) : "…"}
    </span>
  );
}
