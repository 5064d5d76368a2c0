import { describe, expect, it } from "vitest";
import { pastTimers } from "./build-past-timers.ts";
import { at, makeMoment, makeStep } from "./testing/make-instance.ts";

const entering = makeStep(1, { entered: ["reserve"], states: ["reserve"] });
const later = makeStep(2, { states: ["charge"], entered: ["charge"] });

describe("pastTimers", () => {
  it("tells the timers of a step from when its states were entered", () => {
    const moment = makeMoment({ revision: 2, states: ["charge"] }, [entering, later], 1);
    expect(pastTimers(moment)).toEqual([
      { state: "reserve", label: "after.5000", scheduledAt: at(10), dueAt: at(15) },
    ]);
  });

  it("knows none of a state that was left", () => {
    expect(pastTimers(makeMoment({ states: ["charge"] }, [entering, later], 2))).toEqual([]);
  });

  it("does not guess when an operator's command set a timer anew", () => {
    const rewound = makeStep(2, { causeKind: "command", entered: [], states: ["reserve"] });
    const moment = makeMoment({ revision: 3 }, [entering, rewound, makeStep(3)], 2);
    expect(pastTimers(moment)).toEqual([
      { state: "reserve", label: "after.5000", scheduledAt: undefined, dueAt: undefined },
    ]);
  });
});
