import { describe, expect, it } from "vitest";
import { nameOfStep, toneOfStep } from "./step-tone.ts";
import { makeStep } from "./testing/make-instance.ts";

const STEPS = [
  makeStep(1, { states: ["steps.reserve"] }),
  makeStep(2, { event: "done.invoke.reserve", states: ["steps.charge"] }),
  makeStep(3, {
    event: "error.platform.charge",
    states: ["compensating.reserve"],
    phase: "compensating",
  }),
] as const;

describe("toneOfStep", () => {
  it("marks the step whose service failed, and not the one that its failure led to", () => {
    expect(STEPS.map((step) => toneOfStep(STEPS, step))).toEqual([
      "plain",
      "failed",
      "compensating",
    ]);
  });

  it("does not know of a failure before it has happened", () => {
    expect(toneOfStep(STEPS.slice(0, 2), STEPS[1])).toBe("plain");
  });
});

describe("nameOfStep", () => {
  it("tells a state from the one that undoes it", () => {
    expect(STEPS.map(nameOfStep)).toEqual(["reserve", "charge", "compensating.reserve"]);
    expect(nameOfStep({ states: ["a.b", "c"] })).toBe("b, c");
  });
});
