import { z } from "zod";

const HOUR_MS = 3_600_000;

/** How far back trends look; the buckets of one trend fit the width of a number's card. */
const RANGES = {
  "1h": { spanMs: HOUR_MS, bucketMs: HOUR_MS / 30 },
  "24h": { spanMs: 24 * HOUR_MS, bucketMs: HOUR_MS },
  "7d": { spanMs: 7 * 24 * HOUR_MS, bucketMs: 6 * HOUR_MS },
} as const;

/** See `RANGES`. */
export const overviewRangeSchema = z.enum(["1h", "24h", "7d"]);
export type OverviewRange = z.infer<typeof overviewRangeSchema>;

/** A span of time cut into buckets of one length. */
export interface Buckets {
  readonly sinceMs: number;
  readonly bucketMs: number;
  readonly count: number;
}

/** The buckets of a range that end now. */
export function bucketsOf(range: OverviewRange, now: Date): Buckets {
  const { spanMs, bucketMs } = RANGES[range];
  return { sinceMs: now.getTime() - spanMs, bucketMs, count: spanMs / bucketMs };
}

/** Counts by bucket as one row of numbers, silent buckets included; what lies outside goes to the nearest end. */
export function spreadOverBuckets(
  { count }: Buckets,
  rows: readonly { readonly bucket: number; readonly count: number }[],
): number[] {
  const values = Array.from({ length: count }, () => 0);
  for (const row of rows) {
    const at = Math.min(count - 1, Math.max(0, row.bucket));
    values[at] = (values[at] ?? 0) + row.count;
  }
  return values;
}
