import { describe, expect, it } from "vitest";
import { revisionAfter, revisionBefore } from "./neighbour-steps.ts";
import { makeStep } from "./testing/make-instance.ts";

const steps = [makeStep(201), makeStep(202)];

describe("the steps around one", () => {
  it("goes on to steps that have not been read yet, and stops at the first that is recorded", () => {
    expect(revisionBefore({ steps, step: steps[0] }, true)).toBe(200);
    expect(revisionBefore({ steps, step: steps[0] }, false)).toBeUndefined();
  });

  it("goes from step to step, and stops at the newest", () => {
    expect(revisionBefore({ steps, step: steps[1] }, true)).toBe(201);
    expect(revisionAfter({ steps, step: steps[0] })).toBe(202);
    expect(revisionAfter({ steps, step: steps[1] })).toBeUndefined();
  });
});
