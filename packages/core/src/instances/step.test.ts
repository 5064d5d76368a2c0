import { describe, expect, it } from "vitest";
import { assign } from "xstate";
import type { LogicArgs } from "../charts/logic.ts";
import type { JsonObject, JsonValue } from "../kernel/json.ts";
import { countOne, machineOf, runEvents } from "../testing/step-makers.ts";
import { serviceDone } from "./machine-events.ts";
import { startInstance, stepInstance } from "./step.ts";

describe("a step", () => {
  it("reports transitions, states left and entered, in order and in the chart's words", () => {
    const machine = machineOf(
      {
        context: { n: 0 },
        states: {
          a: { on: { GO: { target: "p", guard: "may", actions: ["count"] } } },
          p: { initial: "q", states: { q: { always: "r" }, r: { tags: ["x"] } } },
        },
      },
      { actions: { count: countOne }, guards: { may: () => true } },
    );

    const result = runEvents(machine, { type: "GO" });

    expect(result.transitions).toEqual([
      { id: "a|GO|0", event: "GO", from: "a", to: ["p"], guard: "may", actions: ["count"] },
      { id: "p.q||0", event: "", from: "p.q", to: ["p.r"], actions: [] },
    ]);
    expect(result.exited).toEqual(["a", "p.q"]);
    expect(result.entered).toEqual(["p", "p.q", "p.r"]);
    expect(result).toMatchObject({ states: ["p.r"], tags: ["x"], context: { n: 1 } });
  });

  it("stays within a parallel state whose history it is led to from inside", () => {
    const machine = machineOf({
      states: {
        a: { on: { GO: "p" } },
        p: {
          type: "parallel",
          states: { x: { on: { BACK: "#m.p.h" } }, y: {}, h: { type: "history" } },
        },
      },
    });

    const inside = runEvents(machine, { type: "GO" });
    const once = stepInstance(machine, inside.snapshot, { type: "BACK" });
    const twice = stepInstance(machine, once.snapshot, { type: "BACK" });

    for (const { states } of [inside, once, twice]) expect(states).toEqual(["p.x", "p.y"]);
    expect(twice).toMatchObject({
      transitions: [{ from: "p.x", event: "BACK" }],
      entered: ["p.x", "p.y"],
      snapshot: { value: { p: { x: {}, y: {} } } },
    });
  });

  it("reports no transition when nothing handles the event, and leaves all as it was", () => {
    const machine = machineOf({ context: { n: 0 }, states: { a: { on: { GO: "a" } } } });
    const start = startInstance(machine);

    const result = stepInstance(machine, start.snapshot, { type: "OTHER" });

    expect(result).toMatchObject({ transitions: [], entered: [], exited: [], effects: [] });
    expect(result.snapshot).toEqual(start.snapshot);
  });

  it("takes no event once the machine has ended", () => {
    const machine = machineOf({ states: { a: { on: { GO: "b" } }, b: { type: "final" } } });
    const end = runEvents(machine, { type: "GO" });

    const after = stepInstance(machine, end.snapshot, { type: "GO" });

    expect(end).toMatchObject({ status: "done", exited: ["a"], entered: ["b"], states: ["b"] });
    expect(after).toMatchObject({ status: "done", transitions: [], states: ["b"] });
    expect(after.snapshot).toEqual(end.snapshot);
  });

  it("gives the same result for the same input, and survives storage", () => {
    const machine = machineOf(
      {
        context: { n: 0 },
        states: { a: { invoke: { id: "w", src: "w" }, on: { GO: { actions: "count" } } } },
      },
      { actions: { count: countOne }, services: { w: async () => null } },
    );
    const { snapshot } = startInstance(machine);
    const stored = JSON.parse(JSON.stringify(snapshot)) as JsonValue;

    const first = stepInstance(machine, snapshot, { type: "GO" });

    expect(stepInstance(machine, stored, { type: "GO" })).toEqual(first);
    expect(JSON.parse(JSON.stringify(first))).toEqual(first);
    expect(snapshot).toEqual(stored);
  });

  it("keeps what logic does to its context in place away from the snapshot it was given", () => {
    const push = assign(({ context, event }: LogicArgs) => {
      context.items.push(event.payload);
      event.payload.touched = true;
      return { items: context.items };
    });
    const machine = machineOf(
      { context: { items: [] }, states: { a: { on: { ADD: { actions: "push" } } } } },
      { actions: { push } },
    );
    const { snapshot } = startInstance(machine);
    const payload = { sku: 1 };

    const result = stepInstance(machine, snapshot, { type: "ADD", payload });

    expect(result.context).toEqual({ items: [{ sku: 1, touched: true }] });
    expect(payload).toEqual({ sku: 1 });
    expect((snapshot as JsonObject).context).toEqual({ items: [] });
    expect(startInstance(machine).context).toEqual({ items: [] });
  });

  it("puts the input into context.input when the chart has that field", () => {
    const withInput = machineOf({ context: { input: null }, states: { a: {} } });
    const without = machineOf({ context: { n: 1 }, states: { a: {} } });

    expect(startInstance(withInput, { order: 1 }).context).toEqual({ input: { order: 1 } });
    expect(startInstance(without, { order: 1 }).context).toEqual({ n: 1 });
  });

  it("stores an Error that logic keeps as its name and message", () => {
    const keep = assign(() => ({ error: new RangeError("too far") }));
    const machine = machineOf(
      { context: {}, states: { a: { entry: "keep" } } },
      { actions: { keep } },
    );

    expect(startInstance(machine).context).toEqual({
      error: { name: "RangeError", message: "too far" },
    });
  });

  it("restores history", () => {
    const machine = machineOf({
      states: {
        a: {
          initial: "one",
          states: { one: { on: { NEXT: "two" } }, two: {}, back: { type: "history" } },
          on: { PAUSE: "b" },
        },
        b: { on: { RESUME: "a.back" } },
      },
    });

    const result = runEvents(machine, { type: "NEXT" }, { type: "PAUSE" }, { type: "RESUME" });

    expect(result.states).toEqual(["a.two"]);
  });

  it("follows targets through ids that hold dots", () => {
    const machine = machineOf({
      id: "m.1",
      states: { a: { on: { GO: "#m.1.b", HOP: "#x.y" } }, b: {}, c: { id: "x.y" } },
    });

    expect(runEvents(machine, { type: "GO" }).states).toEqual(["b"]);
    expect(runEvents(machine, { type: "HOP" }).states).toEqual(["c"]);
  });

  it("reports only the transition that wins when two regions want to leave at once", () => {
    const region = (target: string) => ({
      initial: "x",
      states: { x: { on: { GO: { target: `#m.${target}` } } } },
    });
    const machine = machineOf({
      initial: "p",
      states: {
        p: { type: "parallel", states: { one: region("b"), two: region("c") } },
        b: {},
        c: {},
      },
    });

    const result = runEvents(machine, { type: "GO" });

    expect(result.states).toEqual(["b"]);
    expect(result.transitions.map(({ to }) => to)).toEqual([["b"]]);
  });

  it("does not take its own events for the wildcard", () => {
    const machine = machineOf(
      { states: { a: { invoke: { id: "w", src: "w" }, on: { "*": "b" } }, b: {} } },
      { services: { w: async () => null } },
    );
    const start = startInstance(machine);

    expect(stepInstance(machine, start.snapshot, serviceDone("w", 1)).states).toEqual(["a"]);
    expect(stepInstance(machine, start.snapshot, { type: "ANY" }).states).toEqual(["b"]);
  });
});
