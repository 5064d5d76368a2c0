import { describe, expect, it } from "vitest";
import { longNameOfStep, nameOfStep, toneOfStep } from "./step-tone.ts";
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
  it("is the states' own names", () => {
    expect(nameOfStep(STEPS[2])).toBe("reserve");
    expect(nameOfStep({ states: ["a.b", "c"] })).toBe("b, c");
  });
});

describe("longNameOfStep", () => {
  it("tells a state from the one that undoes it", () => {
    expect(STEPS.map(longNameOfStep)).toEqual(["reserve", "charge", "compensating.reserve"]);
    expect(longNameOfStep({ states: ["x.compensating.b.c", "c"] })).toBe("compensating.b.c, c");
  });
});
