import { chartGraph, parseChart, reachabilityOf } from "@sagascope/core/charts";
import { describe, expect, it } from "vitest";
import { plannedMarks } from "./planned-marks.ts";

const chart = parseChart({
  id: "m",
  initial: "a",
  states: {
    a: { on: { GO: "b", STOP: "c" } },
    b: { initial: "one", states: { one: {}, two: {} } },
    c: { type: "final" },
  },
});
const facts = {
  graph: chartGraph(chart),
  activeStates: ["a"],
  reachability: reachabilityOf(chart, ["a"]),
  status: "active",
  history: [],
} as const;

describe("plannedMarks", () => {
  it("draws the path of a dry run as possible next, and no other", () => {
    const marks = plannedMarks(facts, {
      transitions: [{ event: "GO", from: "a", to: ["b.one"] }],
      states: ["b.one"],
    });
    const names = Object.fromEntries(
      Object.entries(marks.states).map(([path, { mark }]) => [path, mark]),
    );
    expect(names).toMatchObject({ a: "active", b: "possible", "b.one": "possible", c: "rest" });
    expect(marks.transitions).toEqual({ "a|GO|0": "possible", "a|STOP|0": "untaken" });
    expect(marks.tokens).toEqual(["a"]);
  });

  it("leaves the token alone where nothing moves", () => {
    const marks = plannedMarks(facts, { transitions: [], states: ["a"] });
    expect(marks.states.a?.mark).toBe("active");
    expect(Object.values(marks.transitions)).not.toContain("possible");
  });
});
