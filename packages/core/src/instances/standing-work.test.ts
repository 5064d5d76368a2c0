import { describe, expect, it } from "vitest";
import { machineOf, runEvents } from "../testing/step-makers.ts";
import { StepFailedError } from "./errors.ts";
import { standingWorkOf } from "./standing-work.ts";
import { stepInstance } from "./step.ts";

const service = async () => null;

describe("what a snapshot stands in and waits for", () => {
  it("are the calls and timers of its active states and of those above them, with their whole delays", () => {
    const machine = machineOf(
      {
        context: { waits: 70 },
        after: { 9000: ".b" },
        states: {
          a: { on: { GO: "b" } },
          b: {
            tags: ["busy"],
            initial: "inner",
            invoke: { id: "outer", src: "one", input: { n: 1 } },
            after: { slow: "a" },
            states: { inner: { invoke: { src: "two" }, after: { 500: "#m.a" } } },
          },
        },
      },
      {
        services: { one: service, two: service },
        delays: { slow: ({ context }) => context.waits },
      },
    );
    const { snapshot, states, tags } = runEvents(machine, { type: "GO" });

    const standing = standingWorkOf(machine, snapshot);

    expect(standing).toMatchObject({ status: "active", states, tags, context: { waits: 70 } });
    expect(standing.calls).toEqual([
      { ref: "outer", src: "one" },
      { ref: "0.m.b.inner", src: "two" },
    ]);
    expect(standing.declared.map(({ id, input }) => [id, input])).toEqual([
      ["outer", { n: 1 }],
      ["0.m.b.inner", undefined],
    ]);
    expect(standing.timers.map(({ label, delayMs, state }) => [label, delayMs, state])).toEqual([
      ["after.9000", 9_000, ""],
      ["after.slow", 70, "b"],
      ["after.500", 500, "b.inner"],
    ]);
  });

  it("are told by the names under which the step itself asks for them", () => {
    const machine = machineOf(
      {
        states: {
          a: { on: { GO: "b" } },
          b: { invoke: { id: "call", src: "one" }, after: { 500: "a" } },
        },
      },
      { services: { one: service } },
    );
    const step = runEvents(machine, { type: "GO" });
    const standing = standingWorkOf(machine, step.snapshot);
    expect(standing.timers).toEqual(step.timers);
    expect(standing.calls.map(({ ref }) => ref)).toEqual(step.effects.map(({ ref }) => ref));
  });

  it("are none at the end", () => {
    const machine = machineOf({
      states: { a: { on: { GO: "b" } }, b: { type: "final" } },
      after: { 500: ".a" },
    });
    const { snapshot } = runEvents(machine, { type: "GO" });
    expect(standingWorkOf(machine, snapshot)).toMatchObject({
      status: "done",
      calls: [],
      timers: [],
    });
  });

  it("leave the snapshot as it is, and say when a delay throws", () => {
    const machine = machineOf(
      { context: { n: 1 }, states: { a: { after: { bad: "b" } }, b: {} } },
      {
        delays: {
          bad: ({ context, event }) => {
            context.n = 2;
            if (event.type === "operator") throw new Error("no clock");
            return 5;
          },
        },
      },
    );
    const { snapshot } = runEvents(machine);
    const before = JSON.stringify(snapshot);
    expect(() => standingWorkOf(machine, snapshot)).toThrow(StepFailedError);
    expect(JSON.stringify(snapshot)).toBe(before);
    expect(stepInstance(machine, snapshot, { type: "NONE" }).transitions).toEqual([]);
  });
});
