import { parseChart } from "@sagascope/core/charts";
import { describe, expect, it } from "vitest";
import { buildMoment } from "./build-moment.ts";
import { pastTimers } from "./build-past-timers.ts";
import type { Moment } from "./instance.ts";
import { at, makeDrawnChart, makeInstance, makeMoment, makeStep } from "./testing/make-instance.ts";

const entering = makeStep(1, { entered: ["reserve"], states: ["reserve"] });
const later = makeStep(2, { states: ["charge"], entered: ["charge"] });

describe("pastTimers", () => {
  it("tells the timers of a step from when its states were entered", () => {
    const moment = makeMoment({ revision: 2, states: ["charge"] }, [entering, later], 1);
    expect(pastTimers(moment)).toEqual([
      {
        state: "reserve",
        label: "after.5000",
        delay: undefined,
        scheduledAt: at(10),
        dueAt: at(15),
      },
    ]);
  });

  it("knows none of a state that was left", () => {
    expect(pastTimers(makeMoment({ states: ["charge"] }, [entering, later], 2))).toEqual([]);
  });

  it("does not guess when an operator's command set a timer anew", () => {
    const rewound = makeStep(2, { causeKind: "command", entered: [], states: ["reserve"] });
    const moment = makeMoment({ revision: 3 }, [entering, rewound, makeStep(3)], 2);
    expect(pastTimers(moment)).toEqual([
      {
        state: "reserve",
        label: "after.5000",
        delay: undefined,
        scheduledAt: undefined,
        dueAt: undefined,
      },
    ]);
  });

  describe("with a delay that the machine's logic names", () => {
    const chart = parseChart({
      id: "fulfil",
      initial: "idle",
      states: {
        idle: { on: { START: "reserve" } },
        reserve: { after: { patience: "failed" }, on: { LOOK: { actions: [] } } },
        failed: { type: "final" },
      },
    });
    const steps = [entering, makeStep(2, { causeKind: "event" }), makeStep(3)];
    const timer = { ref: "t", label: "after.patience", state: "reserve" };
    const timersAt = (timers: Moment["instance"]["timers"], revision: number) =>
      pastTimers(
        buildMoment(
          makeInstance({ revision: 3, timers: [...timers] }),
          makeDrawnChart({ chart }),
          { steps },
          revision,
        ),
      );

    it("tells when a timer was due that still runs, as the engine recorded it", () => {
      const running = { ...timer, revision: 1, scheduledAt: at(10), dueAt: at(47) };
      expect(timersAt([running], 2)).toEqual([
        {
          ...{ state: "reserve", label: "after.patience", delay: "patience" },
          ...{ scheduledAt: at(10), dueAt: at(47) },
        },
      ]);
    });

    it("names the delay and guesses nothing of a timer that is gone, or was set anew since", () => {
      const gone = { state: "reserve", label: "after.patience", delay: "patience" };
      const unknown = [{ ...gone, scheduledAt: at(10), dueAt: undefined }];
      expect(timersAt([], 2)).toEqual(unknown);
      const anew = { ...timer, revision: 3, scheduledAt: at(30), dueAt: at(67) };
      expect(timersAt([anew], 2)).toEqual(unknown);
    });
  });
});
