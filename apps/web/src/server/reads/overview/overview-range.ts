import { z } from "zod";

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** How far back charts look, and the spans of the engine's counts that they add up. */
const RANGES = {
  "1h": { spanMs: HOUR_MS, bucketMs: MINUTE_MS, grain: "minute", grainMs: MINUTE_MS },
  "24h": { spanMs: 24 * HOUR_MS, bucketMs: HOUR_MS, grain: "hour", grainMs: HOUR_MS },
  "7d": { spanMs: 7 * 24 * HOUR_MS, bucketMs: 4 * HOUR_MS, grain: "hour", grainMs: HOUR_MS },
} as const;

/** See `RANGES`. */
export const overviewRangeSchema = z.enum(["1h", "24h", "7d"]);
export type OverviewRange = z.infer<typeof overviewRangeSchema>;

/** A span of time cut into buckets of one length, at whole minutes or hours in UTC. */
export interface Buckets {
  readonly sinceMs: number;
  readonly bucketMs: number;
  readonly count: number;
  readonly grain: "minute" | "hour";
}

/** The buckets of a range; the last one ends with the minute or hour that now is, and so is not over yet. */
export function bucketsOf(range: OverviewRange, now: Date): Buckets {
  const { spanMs, bucketMs, grain, grainMs } = RANGES[range];
  const endsMs = Math.floor(now.getTime() / grainMs) * grainMs + grainMs;
  return { sinceMs: endsMs - spanMs, bucketMs, count: spanMs / bucketMs, grain };
}

const DAY_MS = 24 * HOUR_MS;

/**
 * The buckets of a range in which letters are counted. Letters are tallied by the hour, and by the day once that is some days ago: an
 * hour is looked at within its day, and a week is cut into days, in UTC.
 */
export function letterBucketsOf(
  range: OverviewRange,
  now: Date,
): Pick<Buckets, "sinceMs" | "bucketMs" | "count"> {
  const [bucketMs, count] = range === "7d" ? [DAY_MS, 7] : [HOUR_MS, 24];
  const endsMs = (Math.floor(now.getTime() / bucketMs) + 1) * bucketMs;
  return { sinceMs: endsMs - count * bucketMs, bucketMs, count };
}

/** Counts by bucket as one row of numbers, silent buckets included; what lies outside goes to the nearest end. */
export function spreadOverBuckets(
  { count }: Pick<Buckets, "count">,
  rows: readonly { readonly bucket: number; readonly count: number }[],
): number[] {
  const values = Array.from({ length: count }, () => 0);
  for (const row of rows) {
    const at = Math.min(count - 1, Math.max(0, row.bucket));
    values[at] = (values[at] ?? 0) + row.count;
  }
  return values;
}
