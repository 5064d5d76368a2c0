import { describe, expect, it } from "vitest";
import { medianOf, percentile, spreadOf } from "./statistics.ts";

describe("medianOf", () => {
  it("is the middle of an odd number of values, in whatever order they come", () => {
    expect(medianOf([30, 10, 20])).toBe(20);
  });

  it("is the mean of the two in the middle of an even number", () => {
    expect(medianOf([40, 10, 30, 20])).toBe(25);
  });

  it("is 0 of nothing", () => {
    expect(medianOf([])).toBe(0);
  });
});

describe("percentile", () => {
  it("is a value that was measured, which the share does not exceed", () => {
    const values = Array.from({ length: 101 }, (_value, index) => 100 - index);
    expect([0, 0.5, 0.95, 1].map((share) => percentile(values, share))).toEqual([0, 50, 95, 100]);
  });
});

describe("spreadOf", () => {
  it("tells the median and both ends", () => {
    expect(spreadOf([3, 9, 4])).toEqual({ median: 4, min: 3, max: 9 });
  });
});
