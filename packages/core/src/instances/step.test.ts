import { describe, expect, it } from "vitest";
import { assign, cancel, enqueueActions, not, raise, spawnChild } from "xstate";
import { type CompileOptions, compileChart } from "../charts/compile-chart.ts";
import type { LogicArgs, MachineLogic } from "../charts/logic.ts";
import { parseChart } from "../charts/parse-chart.ts";
import type { JsonObject, JsonValue } from "../kernel/json.ts";
import { StepFailedError } from "./errors.ts";
import { type MachineEvent, serviceDone, serviceFailed, timerFired } from "./machine-events.ts";
import { startInstance, stepInstance } from "./step.ts";
import type { StepResult } from "./step-result.ts";

function machineOf(chart: object, logic: MachineLogic = {}, options: CompileOptions = {}) {
  return compileChart(parseChart({ id: "m", initial: "a", ...chart }), logic, options);
}

/** Start an instance and give it events one after the other; the last result. */
function run(machine: ReturnType<typeof machineOf>, ...events: MachineEvent[]): StepResult {
  return events.reduce(
    (result, event) => stepInstance(machine, result.snapshot, event),
    startInstance(machine),
  );
}

function failureOf(act: () => unknown): StepFailedError {
  try {
    act();
  } catch (error) {
    if (error instanceof StepFailedError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

const COUNT = assign(({ context }: LogicArgs) => ({ n: context.n + 1 }));

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
      { actions: { count: COUNT }, guards: { may: () => true } },
    );

    const result = run(machine, { type: "GO" });

    expect(result.transitions).toEqual([
      { id: "a|GO|0", event: "GO", from: "a", to: ["p"], guard: "may", actions: ["count"] },
      { id: "p.q||0", event: "", from: "p.q", to: ["p.r"], actions: [] },
    ]);
    expect(result.exited).toEqual(["a", "p.q"]);
    expect(result.entered).toEqual(["p", "p.q", "p.r"]);
    expect(result).toMatchObject({ states: ["p.r"], tags: ["x"], context: { n: 1 } });
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
    const end = run(machine, { type: "GO" });

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
      { actions: { count: COUNT }, services: { w: async () => null } },
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

    const result = run(machine, { type: "NEXT" }, { type: "PAUSE" }, { type: "RESUME" });

    expect(result.states).toEqual(["a.two"]);
  });

  it("follows targets through ids that hold dots", () => {
    const machine = machineOf({
      id: "m.1",
      states: { a: { on: { GO: "#m.1.b", HOP: "#x.y" } }, b: {}, c: { id: "x.y" } },
    });

    expect(run(machine, { type: "GO" }).states).toEqual(["b"]);
    expect(run(machine, { type: "HOP" }).states).toEqual(["c"]);
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

    const result = run(machine, { type: "GO" });

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

    const result = run(machine, serviceFailed("w", { name: "Declined", message: "no funds" }));

    expect(result.context).toEqual({ error: { name: "Declined", message: "no funds" } });
  });

  it("stops the service of a state that is left", () => {
    const machine = machineOf(
      { states: { a: { invoke: { id: "w", src: "work" }, on: { GO: "b" } }, b: {} } },
      { services },
    );

    expect(run(machine, { type: "GO" })).toMatchObject({ stoppedEffects: ["w"], effects: [] });
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

    expect(run(machine, { type: "GO" })).toMatchObject({
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

    const result = run(machine, { type: "AGAIN" });

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

    const { effects } = run(machine, { type: "GO", payload: { by: 7 } });

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
          count: COUNT,
          mail: async () => null,
          many: enqueueActions(({ enqueue, check }) => {
            enqueue("count");
            if (check(not("never"))) enqueue({ type: "mail" });
          }),
        },
        guards: { never: () => false },
      },
    );

    const result = run(machine, { type: "GO" });

    expect(result.context).toEqual({ n: 1 });
    expect(result.effects.map(({ src }) => src)).toEqual(["mail"]);
  });
});

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
    expect(run(machine, timerFired(timer as { event: string }))).toMatchObject({
      states: ["b"],
      transitions: [{ event: "after.5000" }],
    });
    expect(run(machine, { type: "GO" }).stoppedTimers).toEqual([timer?.ref]);
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
    expect(run(machine, timerFired({ event: "REMIND" })).states).toEqual(["b"]);
    expect(run(machine, { type: "STOP" }).stoppedTimers).toEqual(["r"]);
  });

  it("consumes an undelayed raise inside the step", () => {
    const machine = machineOf(
      { states: { a: { on: { GO: { actions: "next" }, NEXT: "b" } }, b: {} } },
      { actions: { next: raise({ type: "NEXT" }) } },
    );

    const result = run(machine, { type: "GO" });

    expect(result.states).toEqual(["b"]);
    expect(result.transitions.map(({ event }) => event)).toEqual(["GO", "NEXT"]);
    expect(result.timers).toEqual([]);
  });
});

describe("publications", () => {
  const chart = (meta: object, rest: object = {}) => ({
    context: { total: 7, email: "a@b.c" },
    states: { a: { on: { GO: { target: "b", meta } } }, b: {}, ...rest },
  });
  const published = (meta: object) => run(machineOf(chart(meta)), { type: "GO" }).publications;

  it("publishes what the chart declares and nothing else [OBX-01, OBX-09]", () => {
    expect(published({})).toEqual([]);
    expect(published({ publish: false })).toEqual([]);
  });

  it("copies the declared context fields, missing ones as null [OBX-02]", () => {
    expect(published({ publish: { type: "paid", data: ["total", "gone"] } })).toEqual([
      { type: "paid", data: { total: 7, gone: null }, source: "transition" },
    ]);
  });

  it("copies the context as it is after the transition [OBX-02]", () => {
    const machine = machineOf(
      {
        context: { n: 0 },
        states: {
          a: {
            on: {
              GO: { target: "b", actions: "count", meta: { publish: { type: "x", data: ["n"] } } },
            },
          },
          b: { entry: "count" },
        },
      },
      { actions: { count: COUNT } },
    );

    expect(run(machine, { type: "GO" }).publications).toMatchObject([{ data: { n: 2 } }]);
  });

  it("publishes a plain type without data, and true under the target's or the source's name [OBX-03]", () => {
    const stay = { states: { a: { on: { GO: { meta: { publish: true } } } } } };

    expect(published({ publish: "paid" })).toEqual([{ type: "paid", source: "transition" }]);
    expect(published({ publish: true })).toEqual([
      { type: "xsm.m.transition.b", source: "transition" },
    ]);
    expect(run(machineOf(stay), { type: "GO" }).publications).toEqual([
      { type: "xsm.m.transition.a", source: "transition" },
    ]);
  });

  it("publishes the whole context, redacted, when a tagged state is entered [OBX-06]", () => {
    const redact = (value: JsonValue) => ({ ...(value as JsonObject), email: "***" });
    const tagged = chart({}, { b: { tags: ["publish"] } });

    const { publications } = run(machineOf(tagged, {}, { redact }), { type: "GO" });

    expect(publications).toEqual([
      { type: "xsm.m.transition.b", data: { total: 7, email: "***" }, source: "state" },
    ]);
  });

  it("puts the transition before the entered states, and those in order of id [OBX-09]", () => {
    const leaf = { initial: "x", states: { x: { tags: ["publish"] } } };
    const parallel = { b: { type: "parallel", states: { z: leaf, a: leaf } } };

    const { publications } = run(machineOf(chart({ publish: "first" }, parallel)), { type: "GO" });

    expect(publications.map(({ type }) => type)).toEqual([
      "first",
      "xsm.m.transition.b.a.x",
      "xsm.m.transition.b.z.x",
    ]);
  });

  it("publishes what happens on the way through a state that is left at once, each with its context", () => {
    const machine = machineOf(
      {
        context: { n: 0 },
        states: {
          a: { tags: ["publish"], always: { target: "b", actions: "count" } },
          b: { tags: ["publish"] },
        },
      },
      { actions: { count: COUNT } },
    );

    expect(startInstance(machine).publications).toEqual([
      { type: "xsm.m.transition.a", data: { n: 0 }, source: "state" },
      { type: "xsm.m.transition.b", data: { n: 1 }, source: "state" },
    ]);
  });

  it("hands over all that a step published only with its result, none when it fails [OBX-10]", () => {
    const fail = () => {
      throw new Error("no");
    };
    const machine = machineOf(
      {
        states: {
          a: { on: { GO: { target: "b", meta: { publish: "x" } } } },
          b: { always: { target: "a", guard: "fail" } },
        },
      },
      { guards: { fail } },
    );

    expect(failureOf(() => run(machine, { type: "GO" })).message).toContain("no");
  });
});

describe("a failed step", () => {
  it("carries what a guard threw", () => {
    const guard = () => {
      throw new RangeError("bad total");
    };
    const machine = machineOf(
      { states: { a: { on: { GO: { target: "a", guard: "may" } } } } },
      { guards: { may: guard } },
    );

    const error = failureOf(() => run(machine, { type: "GO" }));

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

    const error = failureOf(() => run(machine, serviceFailed("w", { name: "E", message: "down" })));

    expect(error).toMatchObject({ reason: "unhandled_service_error", event: "error.platform.w" });
    expect(error.message).toContain("down");
  });

  it("ends a chart that never comes to rest", () => {
    const machine = machineOf({
      states: { a: { on: { GO: "b" } }, b: { always: "c" }, c: { always: "b" } },
    });

    expect(failureOf(() => run(machine, { type: "GO" })).reason).toBe("endless_loop");
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

    const error = failureOf(() => run(machine, { type: "GO" }));

    expect(error.reason).toBe("threw");
    expect(error.message).toContain(expected);
  });
});
