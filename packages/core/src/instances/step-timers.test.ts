import { describe, expect, it } from "vitest";
import { cancel, raise } from "xstate";
import { failureOf, machineOf, runEvents } from "../testing/step-makers.ts";
import { timerFired } from "./machine-events.ts";
import { startInstance } from "./step.ts";

describe("timers", () => {
  it("plans a timer on entry, feeds it back, and stops it on exit", () => {
    const machine = machineOf({
      states: { a: { after: { 5000: "b" }, on: { GO: "c" } }, b: {}, c: {} },
    });
    const start = startInstance(machine);
    const [timer] = start.timers;

    expect(timer).toEqual({
      ref: "xstate.after.5000.m.a",
      event: "xstate.after.5000.m.a",
      delayMs: 5000,
      label: "after.5000",
      state: "a",
    });
    expect(runEvents(machine, timerFired(timer as { event: string }))).toMatchObject({
      states: ["b"],
      transitions: [{ event: "after.5000" }],
    });
    expect(runEvents(machine, { type: "GO" }).stoppedTimers).toEqual([timer?.ref]);
  });

  it("asks a named delay for its time, once, rounded to whole milliseconds", () => {
    const machine = machineOf(
      { context: { tries: 3 }, states: { a: { after: { wait: "b" } }, b: {} } },
      { delays: { wait: ({ context }) => context.tries * 33.4 } },
    );

    expect(startInstance(machine).timers).toMatchObject([{ delayMs: 100, label: "after.wait" }]);
  });

  it("refuses a delay that is no time, rather than firing at once", () => {
    for (const bad of [Number.NaN, -1, undefined, "5"]) {
      const machine = machineOf(
        { states: { a: { after: { wait: "b" } }, b: {} } },
        { delays: { wait: () => bad as number } },
      );

      expect(failureOf(() => startInstance(machine)).message).toContain("'after.wait' must be");
    }
  });

  it("keeps a delayed raise as a timer that cancel stops", () => {
    const machine = machineOf(
      {
        states: {
          a: { entry: "remind", on: { REMIND: "b", STOP: { actions: "stop" } } },
          b: {},
        },
      },
      { actions: { remind: raise({ type: "REMIND" }, { delay: 50, id: "r" }), stop: cancel("r") } },
    );
    const [timer] = startInstance(machine).timers;

    expect(timer).toMatchObject({ ref: "r", event: "REMIND", delayMs: 50, label: "raise.REMIND" });
    expect(runEvents(machine, timerFired({ event: "REMIND" })).states).toEqual(["b"]);
    expect(runEvents(machine, { type: "STOP" }).stoppedTimers).toEqual(["r"]);
  });

  it("consumes an undelayed raise inside the step", () => {
    const machine = machineOf(
      { states: { a: { on: { GO: { actions: "next" }, NEXT: "b" } }, b: {} } },
      { actions: { next: raise({ type: "NEXT" }) } },
    );

    const result = runEvents(machine, { type: "GO" });

    expect(result.states).toEqual(["b"]);
    expect(result.transitions.map(({ event }) => event)).toEqual(["GO", "NEXT"]);
    expect(result.timers).toEqual([]);
  });
});
