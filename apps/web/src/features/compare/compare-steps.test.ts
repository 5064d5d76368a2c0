import { describe, expect, it } from "vitest";
import { partingOf } from "./compare-steps.ts";

const way = (...steps: string[]) =>
  steps.map((step) => {
    const [event = "", state = ""] = step.split(">");
    return { event, states: [state] };
  });

describe("partingOf", () => {
  it("is the first step that differs in what moved it or in where it led", () => {
    expect(partingOf(way("A>a", "B>b"), way("A>a", "C>b"))).toBe(1);
    expect(partingOf(way("A>a", "B>b"), way("A>a", "B>c"))).toBe(1);
  });

  it("is where the shorter one ends, if it went the same way", () => {
    expect(partingOf(way("A>a"), way("A>a", "B>b"))).toBe(1);
  });

  it("is nowhere where both did the same", () => {
    expect(partingOf(way("A>a"), way("A>a"))).toBeUndefined();
    expect(partingOf([], [])).toBeUndefined();
  });
});
