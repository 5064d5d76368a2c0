import { describe, expect, it } from "vitest";
import { chartGraph } from "./graph.ts";
import { parseChart } from "./parse-chart.ts";
import { type TimeLimits, timeBudgetMs } from "./time-budget.ts";

const graphOf = (states: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  chartGraph(parseChart({ id: "m", initial: Object.keys(states)[0], states, ...more }));
const NONE: TimeLimits = { waits: {}, callMs: () => undefined };
const END = { end: { type: "final" } };

describe("timeBudgetMs", () => {
  it("adds the longest timer of each state that is rested in", () => {
    const graph = graphOf({
      a: { after: { 1000: "b", 3000: "c" } },
      b: { after: { 500: "c" } },
      c: { type: "final" },
    });
    expect(timeBudgetMs(graph, NONE)).toBe(3_500);
  });

  it("counts the timer of a container for the states inside", () => {
    const graph = graphOf({
      work: {
        initial: "x",
        after: { 9000: "end" },
        states: { x: { on: { NEXT: "y" } }, y: {} },
      },
      ...END,
    });
    expect(timeBudgetMs(graph, NONE)).toBe(18_000);
  });

  it("leaves out where it waits to be started, what undoes, and what is left at once", () => {
    const graph = graphOf({
      idle: { on: { START: "pay" } },
      pay: { after: { 1000: "check" }, on: { FAIL: "compensating" } },
      check: { always: "end" },
      compensating: {
        initial: "refund",
        states: { refund: { on: { AGAIN: { target: "refund", reenter: true } } } },
      },
      ...END,
    });
    expect(timeBudgetMs(graph, NONE)).toBe(1_000);
  });

  it("takes a call's own limit where the chart has no timer for it", () => {
    const graph = graphOf({
      a: { invoke: { id: "a", src: "A", onDone: "b" } },
      b: { invoke: { id: "b", src: "B", onDone: "end" }, after: { 700: "end" } },
      ...END,
    });
    const callMs = () => 30_000;
    expect(timeBudgetMs(graph, { waits: {}, callMs })).toBe(30_700);
  });

  it("allows for each try of what a bounded retry comes back to, and for the waits between", () => {
    const graph = graphOf({
      work: {
        initial: "call",
        states: {
          call: { after: { 1000: "check" } },
          check: { after: { 10: "waiting", 20: "#m.end" } },
          waiting: { after: { pause: [{ guard: "more", target: "#m.work" }, "#m.after"] } },
        },
      },
      after: { after: { 5: "end" } },
      ...END,
    });
    const waits = { pause: { timesMax: 3, totalMs: 600 } };
    expect(timeBudgetMs(graph, { ...NONE, waits })).toBe(3 * (1_000 + 20) + 600 + 5);
    expect(timeBudgetMs(graph, NONE)).toBeUndefined();
  });

  it.each([
    [
      "a state waits for an event in the middle",
      graphOf({ a: { after: { 10: "b" } }, b: { on: { GO: "end" } }, ...END }),
    ],
    ["nothing but an event is waited for", graphOf({ a: { on: { GO: "end" } }, ...END })],
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
    ["a delay is computed", graphOf({ a: { after: { backoff: "end" } }, ...END })],
    [
      "a call has no limit",
      graphOf({ a: { invoke: { id: "a", src: "A", onDone: "end" } }, ...END }),
    ],
    ["it would be decades", graphOf({ a: { after: { 10000000000000: "end" } }, ...END })],
  ])("knows no bound where %s", (_name, graph) => {
    expect(timeBudgetMs(graph, NONE)).toBeUndefined();
  });
});
