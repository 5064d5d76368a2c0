import { describe, expect, it } from "vitest";
import { assign, emit, log, raise, sendTo } from "xstate";
import { compileChart } from "./compile-chart.ts";
import { InvalidChartError } from "./errors.ts";
import type { MachineLogic } from "./logic.ts";
import { parseChart } from "./parse-chart.ts";

const CHART = parseChart({
  id: "m",
  initial: "a",
  states: {
    a: {
      entry: "greet",
      invoke: { id: "x", src: "work", onDone: { target: "b", actions: "note" } },
      on: { GO: { target: "b", guard: "may" } },
      after: { later: "b", 10: "b" },
    },
    b: { type: "final" },
  },
});

const LOGIC: MachineLogic = {
  actions: { greet: async () => {}, note: assign({}) },
  guards: { may: () => true },
  delays: { later: 5 },
  services: { work: async () => null },
};

function placesOf(logic: MachineLogic): string[] {
  try {
    compileChart(CHART, logic);
  } catch (error) {
    if (error instanceof InvalidChartError) return error.problems.map(({ path }) => path);
    throw error;
  }
  return [];
}

describe("compileChart", () => {
  it("compiles a chart whose names all have their logic", () => {
    expect(compileChart(CHART, LOGIC)).toMatchObject({ id: "m", consumedEvents: ["GO"] });
  });

  it("lists each missing action, guard, delay and service with its place", () => {
    expect(placesOf({})).toEqual([
      "states.a.entry[0]",
      "states.a.after.later",
      "states.a.invoke[0].src",
      "states.a.on.GO[0].guard",
      "states.a.invoke[0].onDone[0].actions[0]",
    ]);
    expect(() => compileChart(CHART, {})).toThrow("'later' is not in logic.delays");
  });

  it("does not take what every object inherits for logic", () => {
    const chart = parseChart({ id: "m", initial: "a", states: { a: { entry: "toString" } } });

    expect(() => compileChart(chart, {})).toThrow("'toString' is not in logic.actions");
  });

  it.each<[string, MachineLogic, string]>([
    ["sendTo", { actions: { ...LOGIC.actions, note: sendTo("x", { type: "E" }) } }, "sendTo()"],
    ["log", { actions: { ...LOGIC.actions, note: log("x") } }, "log()"],
    ["emit", { actions: { ...LOGIC.actions, note: emit({ type: "E" }) } }, "emit()"],
    [
      "an async assigner",
      { actions: { ...LOGIC.actions, note: assign(async () => ({})) } },
      "async",
    ],
    [
      "a delayed raise without id",
      { actions: { ...LOGIC.actions, note: raise({ type: "E" }, { delay: 5 }) } },
      "needs an id",
    ],
    ["a negative delay", { delays: { later: -1 } }, "logic.delays.later"],
    ["an async guard", { guards: { may: (async () => true) as never } }, "logic.guards.may"],
    ["a service that is no function", { services: { work: 5 as never } }, "logic.services.work"],
  ])("refuses %s", (_what, part, expected) => {
    expect(() => compileChart(CHART, { ...LOGIC, ...part })).toThrow(expected);
  });
});
