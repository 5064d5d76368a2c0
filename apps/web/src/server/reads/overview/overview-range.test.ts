import { describe, expect, it } from "vitest";
import { bucketsOf, letterBucketsOf, spreadOverBuckets } from "./overview-range.ts";

describe("letterBucketsOf", () => {
  it.each([
    ["1h", 24, "2026-08-20T13:00:00Z"],
    ["24h", 24, "2026-08-20T13:00:00Z"],
    ["7d", 7, "2026-08-15T00:00:00Z"],
  ] as const)(
    "looks at %s in %i spans, whole hours or days as letters are tallied",
    (range, count, since) => {
      const spans = letterBucketsOf(range, new Date("2026-08-21T12:00:30Z"));
      expect([spans.count, new Date(spans.sinceMs)]).toEqual([count, new Date(since)]);
    },
  );
});

describe("bucketsOf", () => {
  it.each([
    ["1h", 60],
    ["24h", 24],
    ["7d", 42],
  ] as const)("cuts %s into %i buckets, the last of which holds the present", (range, count) => {
    const now = new Date("2026-08-21T12:00:30Z");
    const buckets = bucketsOf(range, now);
    const endsMs = buckets.sinceMs + buckets.count * buckets.bucketMs;
    expect(buckets.count).toBe(count);
    expect(endsMs).toBeGreaterThan(now.getTime());
    expect(endsMs - buckets.bucketMs).toBeLessThanOrEqual(now.getTime());
  });

  it("begins them at whole minutes and hours, as the engine counts", () => {
    const now = new Date("2026-08-21T12:34:56.789Z");
    expect(bucketsOf("1h", now).sinceMs % 60_000).toBe(0);
    expect(bucketsOf("7d", now).sinceMs % 3_600_000).toBe(0);
  });
});

describe("spreadOverBuckets", () => {
  it("keeps silent buckets and adds up what falls into one", () => {
    const buckets = { sinceMs: 0, bucketMs: 10, count: 4 };
    const rows = [
      { bucket: 1, count: 2 },
      { bucket: 1, count: 3 },
      { bucket: 4, count: 1 },
    ];
    expect(spreadOverBuckets(buckets, rows)).toEqual([0, 5, 0, 1]);
  });
});
