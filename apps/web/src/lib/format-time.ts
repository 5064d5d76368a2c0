const DAY_MS = 24 * 60 * 60 * 1000;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format is a hundred times as slow as using one. */
function formatFor(zone: string, key: string, options: Intl.DateTimeFormatOptions) {
  const id = `${key} ${zone}`;
  const known = formats.get(id);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-GB", { ...options, timeZone: zone });
  formats.set(id, made);
  return made;
}

const CLOCK = { hour: "2-digit", minute: "2-digit", second: "2-digit" } as const;

/** The time of day: `14:31:52`, or `14:31:52.010` where steps of one second have to be told apart. */
export function formatClock(at: Date, zone: string, withMs = false): string {
  return withMs
    ? formatFor(zone, "ms", { ...CLOCK, fractionalSecondDigits: 3 }).format(at)
    : formatFor(zone, "s", CLOCK).format(at);
}

/** The day as people say it on a list: `12 Aug`, with the year when it is another one. */
export function formatDay(at: Date, now: Date, zone: string): string {
  const yearOf = (date: Date) => formatFor(zone, "only year", { year: "numeric" }).format(date);
  const sameYear = yearOf(at) === yearOf(now); // as the reader's calendar has it
  const day = { day: "numeric", month: "short" } as const;
  return sameYear
    ? formatFor(zone, "day", day).format(at)
    : formatFor(zone, "year", { ...day, year: "numeric" }).format(at);
}

/** Whether two instants are of one day by the reader's calendar. */
export function isSameDay(one: Date, other: Date, zone: string): boolean {
  const dayOf = (at: Date) => formatFor(zone, "date", { dateStyle: "short" }).format(at);
  return dayOf(one) === dayOf(other);
}

/** The shortest form that is still unmistakable: the clock today, then weekday and clock, then the date. */
export function formatMoment(at: Date, now: Date, zone: string): string {
  const ageMs = Math.abs(now.getTime() - at.getTime());
  if (isSameDay(at, now, zone)) return formatClock(at, zone);
  if (ageMs < 6 * DAY_MS) {
    return formatFor(zone, "weekday", { weekday: "short", hour: "2-digit", minute: "2-digit" })
      .format(at)
      .replace(",", "");
  }
  return formatDay(at, now, zone);
}

/** Where a span of time begins, as an axis says it: `14:31`, or `Fri 12:00` where days have to be told apart. */
export function formatBucket(at: Date, bucketMs: number, zone: string): string {
  const clock = { hour: "2-digit", minute: "2-digit" } as const;
  return bucketMs > DAY_MS / 24
    ? formatFor(zone, "bucket day", { weekday: "short", ...clock })
        .format(at)
        .replace(",", "")
    : formatFor(zone, "bucket", clock).format(at);
}

/** The whole instant with its zone, for hover: `21 Aug 2026, 14:31:52.010 GMT+2`. */
export function formatFull(at: Date, zone: string): string {
  return formatFor(zone, "full", {
    day: "numeric",
    month: "short",
    year: "numeric",
    ...CLOCK,
    fractionalSecondDigits: 3,
    timeZoneName: "short",
  }).format(at);
}
