import { describe, expect, it } from "vitest";
import { compileChart } from "../charts/compile-chart.ts";
import { parseChart } from "../charts/parse-chart.ts";
import { takeStep } from "./take-step.ts";

const machine = compileChart(
  parseChart({
    id: "m",
    initial: "idle",
    entry: ["note"],
    states: {
      idle: {
        entry: ["note"],
        invoke: { id: "watch", src: "watch" },
        after: { 1000: "late" },
        on: { GO: { target: "busy", actions: ["note"] } },
      },
      busy: { invoke: { id: "work", src: "work" } },
      late: {},
    },
  }),
  {
    actions: { note: async () => undefined },
    services: { watch: async () => null, work: async () => null },
  },
);

describe("takeStep", () => {
  it("starts and steps as one: what the start asked for and the event ended is never asked for", () => {
    const step = takeStep(machine, undefined, { type: "GO" });

    expect(step.states).toEqual(["busy"]);
    expect(step.timers).toEqual([]);
    expect(step.effects.filter(({ kind }) => kind === "invoke").map(({ ref }) => ref)).toEqual([
      "work",
    ]);
    expect(step.entered).toContain("idle");
  });

  it("gives each side effect of the joined step a ref of its own", () => {
    const step = takeStep(machine, undefined, { type: "GO" });
    const refs = step.effects.filter(({ kind }) => kind === "action").map(({ ref }) => ref);
    expect(refs).toEqual(["note#0", "note#1", "note#2"]);
  });

  it("steps a running instance from its snapshot", () => {
    const { snapshot } = takeStep(machine, undefined, { type: "ELSE" });
    expect(takeStep(machine, { snapshot }, { type: "GO" }).states).toEqual(["busy"]);
  });
});
