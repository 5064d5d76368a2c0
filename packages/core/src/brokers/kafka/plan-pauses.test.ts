import { describe, expect, it } from "vitest";
import { planPauses } from "./plan-pauses.ts";

const state = (partition: number, ahead: number, isLeaving = false) => ({
  partition,
  ahead,
  isLeaving,
});
const limits = { isFull: false, aheadMax: 100 };

describe("pausing partitions", () => {
  it("holds one whose first unsettled message is too far behind, and lets the others go on", () => {
    expect(planPauses([state(0, 99), state(1, 100)], new Set(), limits)).toEqual({
      pause: [1],
      resume: [],
    });
  });

  it("lets it go on once it has caught up by half, so that it does not stop and go with every message", () => {
    expect(planPauses([state(1, 60)], new Set([1]), limits)).toEqual({ pause: [], resume: [] });
    expect(planPauses([state(1, 49)], new Set([1]), limits)).toEqual({ pause: [], resume: [1] });
  });

  it("holds all while there is no room, and one that goes to another for good", () => {
    const full = { ...limits, isFull: true };
    expect(planPauses([state(0, 0), state(1, 0)], new Set([1]), full)).toEqual({
      pause: [0],
      resume: [],
    });
    expect(planPauses([state(0, 0, true), state(1, 0)], new Set([0, 1]), limits)).toEqual({
      pause: [],
      resume: [1],
    });
  });
});
