import { chartGraph, parseChart } from "@sagascope/core/charts";
import { describe, expect, it } from "vitest";
import { entryOf, indexChart } from "./chart-index.ts";

const index = (chart: object) => indexChart(chartGraph(parseChart({ id: "m", ...chart })));

describe("entryOf", () => {
  it("enters a parallel state that remembers, once", () => {
    const states = {
      both: {
        type: "parallel",
        states: { a: {}, b: {}, last: { type: "history", history: "deep" } },
      },
    };
    const entered = entryOf(index({ initial: "both", states }), "both");
    expect([...entered].sort()).toEqual(["both", "both.a", "both.b", "both.last"]);
  });

  it("enters what is around a history state, whose default child may be that state", () => {
    const states = {
      on: { initial: "last", states: { low: {}, last: { type: "history", target: "low" } } },
    };
    expect(entryOf(index({ initial: "on", states }), "on")).toEqual(["on", "on.last"]);
  });
});
