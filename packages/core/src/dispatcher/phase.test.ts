import { describe, expect, it } from "vitest";
import { phaseOf } from "./phase.ts";

const step = {
  status: "active" as const,
  states: ["steps.reserve"],
  tags: [],
  before: undefined,
  entered: [],
};

describe("phaseOf", () => {
  it("is running while steps are taken and compensating while they are undone", () => {
    expect(phaseOf(step)).toBe("running");
    expect(phaseOf({ ...step, states: ["compensating.charge"] })).toBe("compensating");
  });

  it("calls a finished instance compensated when it undid something or ended in 'failed'", () => {
    const done = { ...step, status: "done" as const, states: ["failed"] };
    expect(phaseOf({ ...done, before: "compensating" })).toBe("compensated");
    expect(phaseOf({ ...done, before: "running" })).toBe("compensated");
    expect(phaseOf({ ...done, before: "running", states: ["completed"] })).toBe("completed");
    expect(phaseOf({ ...done, states: ["cancelled"], tags: ["compensated"] })).toBe("compensated");
  });

  it("calls an instance failed once it is in a state that asks for a person, final or not", () => {
    expect(phaseOf({ ...step, status: "done", tags: ["dead-letter"] })).toBe("failed");
    expect(phaseOf({ ...step, tags: ["dead-letter"] })).toBe("failed");
  });
});
