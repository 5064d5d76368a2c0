import { describe, expect, it } from "vitest";
import { assign, enqueueActions, not, spawnChild } from "xstate";
import type { LogicArgs } from "../charts/logic.ts";
import { countOne, machineOf, runEvents } from "../testing/step-makers.ts";
import { serviceDone, serviceFailed } from "./machine-events.ts";
import { startInstance, stepInstance } from "./step.ts";

describe("effects", () => {
  const services = { work: async () => null, other: async () => null };

  it("plans the service of a state, and its result leads on", () => {
    const machine = machineOf(
      {
        context: { got: null },
        states: {
          a: {
            invoke: {
              id: "w",
              src: "work",
              input: { x: 1 },
              onDone: { target: "b", actions: "keep" },
            },
          },
          b: {},
        },
      },
      { actions: { keep: assign(({ event }: LogicArgs) => ({ got: event.output })) }, services },
    );
    const start = startInstance(machine);

    const end = stepInstance(machine, start.snapshot, serviceDone("w", [1, 2]));

    expect(start.effects).toEqual([
      { kind: "invoke", ref: "w", src: "work", input: { x: 1 }, event: { type: "xstate.init" } },
    ]);
    expect(end).toMatchObject({ states: ["b"], context: { got: [1, 2] }, stoppedEffects: [] });
  });

  it("gives a failed service's error to the chart as name and message", () => {
    const machine = machineOf(
      {
        context: { error: null },
        states: {
          a: { invoke: { id: "w", src: "work", onError: { target: "b", actions: "keep" } } },
          b: {},
        },
      },
      { actions: { keep: assign(({ event }: LogicArgs) => ({ error: event.error })) }, services },
    );

    const result = runEvents(
      machine,
      serviceFailed("w", { name: "Declined", message: "no funds" }),
    );

    expect(result.context).toEqual({ error: { name: "Declined", message: "no funds" } });
  });

  it("stops the service of a state that is left", () => {
    const machine = machineOf(
      { states: { a: { invoke: { id: "w", src: "work" }, on: { GO: "b" } }, b: {} } },
      { services },
    );

    expect(runEvents(machine, { type: "GO" })).toMatchObject({
      stoppedEffects: ["w"],
      effects: [],
    });
  });

  it("plans nothing for a state that is left again in the same step", () => {
    const machine = machineOf(
      {
        states: {
          a: { on: { GO: "b" } },
          b: { invoke: { id: "w", src: "work" }, after: { 10: "a" }, always: "c" },
          c: {},
        },
      },
      { services },
    );

    expect(runEvents(machine, { type: "GO" })).toMatchObject({
      states: ["c"],
      effects: [],
      stoppedEffects: [],
      timers: [],
    });
  });

  it("starts a service anew when its state is re-entered", () => {
    const machine = machineOf(
      {
        states: {
          a: { invoke: { id: "w", src: "work" }, on: { AGAIN: { target: "a", reenter: true } } },
        },
      },
      { services },
    );

    const result = runEvents(machine, { type: "AGAIN" });

    expect(result.stoppedEffects).toEqual(["w"]);
    expect(result.effects.map(({ ref }) => ref)).toEqual(["w"]);
  });

  it("plans side-effect actions in order, with params and the event that led to them", () => {
    const act = async () => null;
    const machine = machineOf(
      {
        states: {
          a: {
            exit: "leave",
            on: { GO: { target: "b", actions: { type: "mail", params: { to: "x" } } } },
          },
          b: { entry: ["mail"] },
        },
      },
      { actions: { leave: act, mail: act } },
    );

    const { effects } = runEvents(machine, { type: "GO", payload: { by: 7 } });

    const event = { type: "GO", payload: { by: 7 } };
    expect(effects).toEqual([
      { kind: "action", ref: "leave#0", src: "leave", input: null, event },
      { kind: "action", ref: "mail#1", src: "mail", input: null, params: { to: "x" }, event },
      { kind: "action", ref: "mail#2", src: "mail", input: null, event },
    ]);
  });

  it("plans a service that pure logic spawns by name", () => {
    const machine = machineOf(
      { states: { a: { entry: "spawn" } } },
      { actions: { spawn: spawnChild("other", { id: "kid" }) }, services },
    );

    expect(startInstance(machine).effects).toMatchObject([
      { kind: "invoke", ref: "kid", src: "other" },
    ]);
  });

  it("resolves enqueueActions inside the step", () => {
    const machine = machineOf(
      { context: { n: 0 }, states: { a: { on: { GO: { actions: "many" } } } } },
      {
        actions: {
          count: countOne,
          mail: async () => null,
          many: enqueueActions(({ enqueue, check }) => {
            enqueue("count");
            if (check(not("never"))) enqueue({ type: "mail" });
          }),
        },
        guards: { never: () => false },
      },
    );

    const result = runEvents(machine, { type: "GO" });

    expect(result.context).toEqual({ n: 1 });
    expect(result.effects.map(({ src }) => src)).toEqual(["mail"]);
  });
});
