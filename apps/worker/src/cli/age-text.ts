const UNITS = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["m", 60_000],
  ["s", 1_000],
] as const;

/** The largest whole unit of a length of time. */
export function ageText(ms: number): string {
  const [unit, unitMs] = UNITS.find(([, length]) => ms >= length) ?? ["s", 1_000];
  return `${Math.max(0, Math.floor(ms / unitMs))}${unit}`;
}
