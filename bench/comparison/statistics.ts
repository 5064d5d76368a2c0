/** What several runs of one thing gave. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** The value that this share of the values does not exceed, without interpolation; 0 of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
}

/** The middle value, or the mean of the two in the middle; 0 of none. */
export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
  return (lower + upper) / 2;
}

/** @param values - at least one */
export function spreadOf(values: readonly number[]): Spread {
  return { median: medianOf(values), min: Math.min(...values), max: Math.max(...values) };
}
