// @vitest-environment node
import { chartGraph, parseChart, timeBudgetMs } from "@sagascope/core/charts";
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

describe("timeBudgetMs", () => {
  it("adds the longest timer of each state that is rested in", () => {
    const graph = graphOf({
      a: { after: { 1000: "b", 3000: "c" } },
      b: { after: { 500: "c" } },
      c: { type: "final" },
    });
    expect(timeBudgetMs(graph)).toBe(3_500);
  });

  it("counts the timer of a container for the states inside", () => {
    const graph = graphOf({
      work: {
        initial: "x",
        after: { 9000: "end" },
        states: { x: { on: { NEXT: "y" } }, y: {} },
      },
      end: { type: "final" },
    });
    expect(timeBudgetMs(graph)).toBe(18_000);
  });

  it.each([
    ["a state may wait for ever", graphOf({ a: { on: { GO: "b" } }, b: { type: "final" } })],
    [
      "a state can be come back to",
      graphOf({ a: { after: { 10: "b" } }, b: { after: { 10: "a" } } }),
    ],
    [
      "a container can be entered again",
      graphOf({
        w: { initial: "x", states: { x: { after: { 10: "#m.r" } } } },
        r: { after: { 10: "w" } },
      }),
    ],
    ["a delay is computed", graphOf({ a: { after: { backoff: "b" } }, b: { type: "final" } })],
  ])("knows no bound where %s", (_name, graph) => {
    expect(timeBudgetMs(graph)).toBeUndefined();
  });
});
