"use client";

import { formatAge, formatCountdown, formatDuration } from "../lib/format-duration.ts";
import { formatClock, formatFull, formatMoment } from "../lib/format-time.ts";
import { useNow, useTimeZone } from "../lib/use-now.ts";

/**
 * An instant. `clock` is the time of day, `ms` has milliseconds, `moment` adds the day when it is not today, `age` is how
 * long ago it was. The whole instant with its zone stands on hover, and in the machine-readable attribute.
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
  if (show === "clock" || show === "ms" || !now) return formatClock(at, zone, show === "ms");
  if (show === "moment") return formatMoment(at, now, zone);
  const age = formatAge(now.getTime() - at.getTime());
  return age === "now" ? age : `${age} ago`;
}

/** How long something has run since `since`: `12.1 s`. */
export function Elapsed(props: { readonly since: Date; readonly className?: string }) {
  const now = useNow();
  const ms = now ? now.getTime() - props.since.getTime() : 0;
  return (
    <span className={props.className} suppressHydrationWarning>
      {now ? formatDuration(Math.max(0, Math.floor(ms / 1000) * 1000)) : "…"}
    </span>
  );
}

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
