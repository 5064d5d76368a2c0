const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Below this a tenth of a second still says something. */
const TENTHS_UNTIL_MS = 30 * SECOND_MS;

/** A length of time in words, with a space before each unit: `8 ms`, `17.9 s`, `42 s`, `4 h 12 min`, `2 d 3 h`. */
export function formatDuration(durationMs: number): string {
  const ms = Math.max(0, durationMs);
  if (ms < SECOND_MS) return `${Math.round(ms)} ms`;
  if (ms < TENTHS_UNTIL_MS) return `${stripZero((ms / SECOND_MS).toFixed(1))} s`;
  if (ms < MINUTE_MS) return `${Math.floor(ms / SECOND_MS)} s`;
  if (ms < HOUR_MS) return pair(ms, MINUTE_MS, "min", SECOND_MS, "s");
  if (ms < DAY_MS) return pair(ms, HOUR_MS, "h", MINUTE_MS, "min");
  return pair(ms, DAY_MS, "d", HOUR_MS, "h");
}

/** The age of something, coarser than its length: `now`, `19 s`, `12 min`, `4 h 12 min`, `3 d`. */
export function formatAge(ageMs: number): string {
  if (ageMs < SECOND_MS) return "now";
  if (ageMs < MINUTE_MS) return `${Math.floor(ageMs / SECOND_MS)} s`;
  if (ageMs < HOUR_MS) return `${Math.floor(ageMs / MINUTE_MS)} min`;
  if (ageMs < DAY_MS) return pair(ageMs, HOUR_MS, "h", MINUTE_MS, "min");
  return `${Math.floor(ageMs / DAY_MS)} d`;
}

/** What is left of a timer, with tenths under 30 s so that it is seen to run: `17.9 s`, `1 h 12 min`; late ones as `+38 min`. */
export function formatCountdown(leftMs: number): string {
  if (leftMs < -SECOND_MS) return `+${formatAge(-leftMs)}`;
  const ms = Math.max(0, leftMs);
  return ms < TENTHS_UNTIL_MS ? `${(ms / SECOND_MS).toFixed(1)} s` : formatDuration(ms);
}

function pair(ms: number, bigMs: number, big: string, smallMs: number, small: string): string {
  const whole = Math.floor(ms / bigMs);
  const rest = Math.floor((ms - whole * bigMs) / smallMs);
  return rest === 0 ? `${whole} ${big}` : `${whole} ${big} ${rest} ${small}`;
}

function stripZero(value: string): string {
  return value.endsWith(".0") ? value.slice(0, -2) : value;
}
