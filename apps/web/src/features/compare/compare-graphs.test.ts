import { chartGraph, parseChart } from "@sagascope/core/charts";
import { describe, expect, it } from "vitest";
import { compareGraphs } from "./compare-graphs.ts";

const graph = (states: object, initial = "a") =>
  chartGraph(parseChart({ id: "m", initial, states }));
const before = graph({
  a: { on: { GO: "b" }, after: { 5000: "c" } },
  b: { invoke: { id: "pay", src: "payV1", onDone: "c" } },
  c: { type: "final" },
});

describe("compareGraphs", () => {
  it("finds no difference between a chart and itself", () => {
    const same = compareGraphs(before, before);
    expect(same.lines).toEqual([]);
    expect(same.before).toEqual({ states: {}, transitions: {} });
  });

  it("marks what was added in the new version, and what was removed in the old one", () => {
    const after = graph({
      a: { on: { GO: "d" }, after: { 5000: "c" } },
      d: { on: { NEXT: "c" } },
      c: { type: "final" },
    });
    const found = compareGraphs(before, after);
    expect(found.before.states).toEqual({ b: "removed" });
    expect(found.after.states).toEqual({ d: "added" });
    expect(found.before.transitions).toEqual({
      "a|GO|0": "changed",
      "b|done.invoke.pay|0": "removed",
    });
    expect(found.after.transitions).toEqual({ "a|GO|0": "changed", "d|NEXT|0": "added" });
    expect(found.lines.map(({ kind, state, what }) => `${kind} ${state}: ${what}`)).toEqual([
      "changed a: GO: to b → d",
      "removed b: atomic, calls payV1",
      "removed b: done.pay → c",
      "added d: atomic",
      "added d: NEXT → c",
    ]);
  });

  it("says that a timeout is longer, not that one is gone and another came", () => {
    const after = graph({
      a: { on: { GO: "b" }, after: { 8000: "c" } },
      b: { invoke: { id: "pay", src: "payV1", onDone: "c" } },
      c: { type: "final" },
    });
    const { lines, before: old, after: now } = compareGraphs(before, after);
    expect(lines).toEqual([
      {
        kind: "changed",
        part: "timeout",
        state: "a",
        what: "after 5 s: when after 5 s → after 8 s",
      },
    ]);
    expect(old.transitions).toEqual({ "a|after.5000|0": "changed" });
    expect(now.transitions).toEqual({ "a|after.8000|0": "changed" });
  });

  it("says that a state calls another service, and that a guard came", () => {
    const after = graph({
      a: { on: { GO: { target: "b", guard: "isPaid" } }, after: { 5000: "c" } },
      b: { invoke: { id: "pay", src: "payV2", onDone: "c" } },
      c: { type: "final" },
    });
    expect(compareGraphs(before, after).lines.map(({ what }) => what)).toEqual([
      "GO: if none → isPaid",
      "calls payV1 as pay → payV2 as pay",
    ]);
  });

  it("pairs each transition once where several have the same trigger", () => {
    const guarded = (...targets: string[]) =>
      graph({
        a: { on: { GO: targets.map((target) => ({ target, guard: `to_${target}` })) } },
        b: {},
        c: {},
        d: {},
      });
    const { before: old, after: now } = compareGraphs(guarded("b", "c"), guarded("c", "d"));
    expect(old.transitions).toEqual({ "a|GO|0": "changed" });
    expect(now.transitions).toEqual({ "a|GO|1": "changed" });
  });
});
