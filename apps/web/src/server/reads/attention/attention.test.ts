// @vitest-environment node
import { chartGraph, parseChart } from "@sagascope/core/charts";
import { describe, expect, it } from "vitest";
import { canEventMove } from "./can-event-move.ts";

const graphOf = (states: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  chartGraph(parseChart({ id: "m", initial: Object.keys(states)[0], states, ...more }));

describe("canEventMove", () => {
  const graph = graphOf({
    idle: { on: { START: "steps" } },
    steps: {
      initial: "reserve",
      on: { CANCEL: "done" },
      states: { reserve: { after: { 5000: "#m.done" } } },
    },
    parked: { after: { 100: "done" } },
    done: { type: "final" },
  });

  it("finds an event of the state itself", () => {
    expect(canEventMove(graph, ["idle"])).toBe(true);
  });

  it("finds an event of a state around it", () => {
    expect(canEventMove(graph, ["steps.reserve"])).toBe(true);
  });

  it("does not take a timer for an event", () => {
    expect(canEventMove(graph, ["parked"])).toBe(false);
  });

  it("finds an event of the whole machine", () => {
    const everywhere = graphOf({ parked: {}, done: {} }, { on: { "*": ".done" } });
    expect(canEventMove(everywhere, ["parked"])).toBe(true);
  });
});
