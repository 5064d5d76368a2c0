import { describe, expect, it } from "vitest";
import { bucketsOf, spreadOverBuckets } from "./overview-range.ts";

describe("bucketsOf", () => {
  it.each([
    ["1h", 30],
    ["24h", 24],
    ["7d", 28],
  ] as const)("cuts %s into %i buckets that end now", (range, count) => {
    const now = new Date("2026-08-21T12:00:00Z");
    const buckets = bucketsOf(range, now);
    expect(buckets.count).toBe(count);
    expect(buckets.sinceMs + buckets.count * buckets.bucketMs).toBe(now.getTime());
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
