import { describe, expect, it } from "vitest";
import { niceTicks, perSecond } from "./chart-scale.ts";

describe("niceTicks", () => {
  it.each([
    [0, [0, 1]],
    [Number.NaN, [0, 1]],
    [1, [0, 0.5, 1]],
    [3, [0, 1, 2, 3]],
    [7, [0, 5, 10]],
    [260, [0, 100, 200, 300]],
    [0.45, [0, 0.2, 0.4, 0.6]],
  ])("of %d are round and not below it", (max, ticks) => {
    expect(niceTicks(max)).toEqual(ticks);
  });
});

describe("perSecond", () => {
  const buckets = { sinceMs: 0, bucketMs: 60_000 };

  it("divides the last bucket by what has passed of it", () => {
    expect(perSecond([60, 120, 60], buckets, 150_000)).toEqual([1, 2, 2]);
  });

  it("makes no tower of the first moment of a bucket", () => {
    expect(perSecond([0, 10], buckets, 60_001)).toEqual([0, 1]);
  });

  it("takes no bucket for longer than it is, whatever the clock says", () => {
    expect(perSecond([0, 60], buckets, 999_000)).toEqual([0, 1]);
  });
});
