import { InvalidConfigError } from "../kernel/errors.ts";
import type { QuietHours } from "./alert-rule.ts";

const CLOCK = /^([01]\d|2[0-3]):([0-5]\d)$/;
const DAY_MINUTES = 24 * 60;
const MINUTE_MS = 60_000;

/** @throws {InvalidConfigError} naming what is no time of day or no time zone */
export function checkQuietHours(quiet: QuietHours): QuietHours {
  for (const name of ["from", "to"] as const) {
    if (!CLOCK.test(quiet[name])) {
      throw new InvalidConfigError(`quiet.${name}`, "must be a time of day such as 22:00");
    }
  }
  if (quiet.from === quiet.to) {
    throw new InvalidConfigError("quiet.to", "must differ from quiet.from");
  }
  try {
    new Intl.DateTimeFormat("en-GB", { timeZone: quiet.zone });
  } catch {
    throw new InvalidConfigError("quiet.zone", "must be a time zone such as Europe/Berlin");
  }
  return quiet;
}

/** How long to wait before somebody is told, in ms: nothing outside of quiet hours, else until they end. */
export function quietForMs(quiet: QuietHours | undefined, now: Date): number {
  if (quiet === undefined) return 0;
  const minute = minuteOfDay(now, quiet.zone);
  const from = minutesOf(quiet.from);
  const to = minutesOf(quiet.to);
  const isQuiet = from < to ? minute >= from && minute < to : minute >= from || minute < to;
  if (!isQuiet) return 0;
  const left = (to - minute + DAY_MINUTES) % DAY_MINUTES;
  return left * MINUTE_MS - (now.getTime() % MINUTE_MS);
}

function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return hours * 60 + minutes;
}

function minuteOfDay(at: Date, zone: string): number {
  const clock = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  return minutesOf(clock.format(at));
}
