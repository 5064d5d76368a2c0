import { describe, expect, it } from "vitest";
import { isInOutage } from "./outages.ts";

const HOUR_S = 3_600;

/** Seconds of `hours` hours in which there is an outage. */
const outageSeconds = (hours: number, perHour: number) =>
  Array.from({ length: hours * HOUR_S }, (_, second) => second).filter((second) =>
    isInOutage(1, "card", second * 1_000, perHour),
  );

describe("outages", () => {
  it("come about as often as they should, and end", () => {
    const seconds = outageSeconds(50, 6).length;
    expect(seconds).toBeGreaterThan(50 * 6 * 5 * 0.7);
    expect(seconds).toBeLessThan(50 * 6 * 15 * 1.3);
  });

  it("never come in the first minute, and never if there are to be none", () => {
    expect(Math.min(...outageSeconds(1, 60))).toBeGreaterThanOrEqual(60);
    expect(outageSeconds(1, 0)).toEqual([]);
  });
});
