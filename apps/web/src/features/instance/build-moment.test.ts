import { describe, expect, it } from "vitest";
import { makeMoment, makeStep } from "./testing/make-instance.ts";

const steps = [
  makeStep(1, { states: ["reserve"] }),
  makeStep(2, { states: ["charge"] }),
  makeStep(3, { states: ["completed"] }),
];

describe("buildMoment", () => {
  it("follows the newest step and believes the instance about its states", () => {
    const moment = makeMoment({ states: ["completed"], revision: 3 }, steps);
    expect(moment).toMatchObject({ isLive: true, states: ["completed"], step: { revision: 3 } });
  });

  it("goes back to a step, with what could be reached from there", () => {
    const moment = makeMoment({ states: ["completed"] }, steps, 1);
    expect(moment).toMatchObject({ isLive: false, states: ["reserve"], step: { revision: 1 } });
    expect(moment.reachability.possibleNext.flatMap(({ to }) => to)).toContain("charge");
  });

  it("is live at the newest step, by whatever link one came", () => {
    expect(makeMoment({}, steps, 3).isLive).toBe(true);
    expect(makeMoment({}, steps, 99).isLive).toBe(true);
  });
});
