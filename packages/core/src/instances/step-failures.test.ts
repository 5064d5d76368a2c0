import { describe, expect, it } from "vitest";
import { assign, enqueueActions } from "xstate";
import type { MachineLogic } from "../charts/logic.ts";
import { failureOf, machineOf, runEvents } from "../testing/step-makers.ts";
import { serviceFailed } from "./machine-events.ts";
import { startInstance } from "./step.ts";

describe("a failed step", () => {
  it("carries what a guard threw", () => {
    const guard = () => {
      throw new RangeError("bad total");
    };
    const machine = machineOf(
      { states: { a: { on: { GO: { target: "a", guard: "may" } } } } },
      { guards: { may: guard } },
    );

    const error = failureOf(() => runEvents(machine, { type: "GO" }));

    expect(error).toMatchObject({
      code: "STEP_FAILED",
      fault: "message",
      event: "GO",
      reason: "threw",
    });
    expect(error.message).toContain("bad total");
  });

  it("says when an assigner of the first step threw", () => {
    const machine = machineOf(
      { states: { a: { entry: "x" } } },
      { actions: { x: assign(() => JSON.parse("{")) } },
    );

    expect(failureOf(() => startInstance(machine))).toMatchObject({ reason: "threw" });
  });

  it("says when a service failed and nothing handles it", () => {
    const machine = machineOf(
      { states: { a: { invoke: { id: "w", src: "w" } } } },
      { services: { w: async () => null } },
    );

    const error = failureOf(() =>
      runEvents(machine, serviceFailed("w", { name: "E", message: "down" })),
    );

    expect(error).toMatchObject({ reason: "unhandled_service_error", event: "error.platform.w" });
    expect(error.message).toContain("down");
  });

  it("ends a chart that never comes to rest", () => {
    const machine = machineOf({
      states: { a: { on: { GO: "b" } }, b: { always: "c" }, c: { always: "b" } },
    });

    expect(failureOf(() => runEvents(machine, { type: "GO" })).reason).toBe("endless_loop");
  });

  it.each<[string, MachineLogic, string]>([
    [
      "a guard that returns a promise",
      { guards: { may: (() => Promise.resolve(false)) as never } },
      "must be synchronous",
    ],
    ["a context that is no JSON", { actions: { act: assign(() => ({ n: Number.NaN })) } }, "NaN"],
    [
      "spawn inside assign",
      { actions: { act: assign(({ spawn }) => ({ kid: spawn("s") })) } },
      "spawn() inside assign()",
    ],
    [
      "an inline action",
      { actions: { act: enqueueActions(({ enqueue }) => enqueue(() => {})) } },
      "is not in logic.actions",
    ],
    [
      "an event for listeners",
      { actions: { act: enqueueActions(({ enqueue }) => enqueue.emit({ type: "E" })) } },
      "'xstate.emit' is not in logic.actions",
    ],
  ])("refuses %s", (_what, part, expected) => {
    const machine = machineOf(
      {
        states: { a: { on: { GO: { guard: "may", actions: "act" } } } },
      },
      {
        actions: { act: assign({}) },
        guards: { may: () => true },
        services: { s: async () => null },
        ...part,
      },
    );

    const error = failureOf(() => runEvents(machine, { type: "GO" }));

    expect(error.reason).toBe("threw");
    expect(error.message).toContain(expected);
  });
});
