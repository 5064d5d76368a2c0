import { describe, expect, it } from "vitest";
import { buildRisks } from "./build-risks.ts";
import { makeMoment, makeStep } from "./testing/make-instance.ts";

describe("buildRisks", () => {
  it("names what runs now first, then what may still run, and where a failure of each leads", () => {
    expect(buildRisks(makeMoment())).toEqual([
      { id: "reserve reserve", src: "reserveStock", state: undefined, to: ["failed"] },
      { id: "charge charge", src: "chargeCard", state: "charge", to: undefined },
    ]);
  });

  it("leaves out what cannot run any more, and everything once it has ended or was ended", () => {
    expect(buildRisks(makeMoment({ states: ["charge"] })).map(({ src }) => src)).toEqual([
      "chargeCard",
    ]);
    expect(buildRisks(makeMoment({ states: ["failed"], status: "done" }))).toEqual([]);
    expect(buildRisks(makeMoment({ states: ["reserve"], status: "stopped" }))).toEqual([]);
  });

  it("tells of the past what could fail then, whatever became of it", () => {
    const steps = [makeStep(1), makeStep(2, { states: ["failed"] })];
    const past = makeMoment({ states: ["failed"], status: "done" }, steps, 1);
    expect(buildRisks(past).map(({ src }) => src)).toEqual(["reserveStock", "chargeCard"]);
  });
});
