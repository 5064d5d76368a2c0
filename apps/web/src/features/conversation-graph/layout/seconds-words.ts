import { formatDuration } from "../../../lib/format-duration.ts";

/** Above this a duration is too long to show hundredths. */
const HUNDREDTHS_UNTIL_MS = 100_000;

/** Seconds since the first envelope, by the clocks: `6.20 s`, `4 min 2 s`. */
export function secondsWords(ms: number): string {
  return Math.abs(ms) < HUNDREDTHS_UNTIL_MS ? `${(ms / 1000).toFixed(2)} s` : formatDuration(ms);
}
