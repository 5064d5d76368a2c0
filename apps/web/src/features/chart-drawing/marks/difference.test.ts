import { chartGraph, parseChart } from "@sagascope/core/charts";
import { describe, expect, it } from "vitest";
import { differenceOf } from "./difference.ts";
import { onlyHere } from "./only-here.ts";

const chart = parseChart({
  id: "m",
  initial: "a",
  states: { a: { on: { GO: "b", STOP: "c" } }, b: {}, c: {} },
});
const at = new Date(0);
const went = (event: string, to: string) => ({
  graph: chartGraph(chart),
  activeStates: [to],
  history: [
    { revision: 1, at, entered: ["", "a"], transitions: [] },
    { revision: 2, at, entered: [to], transitions: [{ event, from: "a", to: [to] }] },
  ],
});

describe("onlyHere", () => {
  it("marks the states and transitions that the other instance never had", () => {
    expect(onlyHere(went("GO", "b"), went("STOP", "c"))).toEqual({
      states: { b: "only" },
      transitions: { "a|GO|0": "only" },
    });
  });

  it("marks nothing where both went the same way", () => {
    const same = went("GO", "b");
    expect(onlyHere(same, same)).toEqual({ states: {}, transitions: {} });
  });
});

describe("differenceOf", () => {
  const differences = { states: {}, transitions: { x: "added", y: "changed" } } as const;

  it("says of an arrow what says most", () => {
    expect(differenceOf(["x"], differences)).toBe("added");
    expect(differenceOf(["x", "y"], differences)).toBe("changed");
    expect(differenceOf(["z"], differences)).toBeUndefined();
    expect(differenceOf(["x"], undefined)).toBeUndefined();
  });

  it("calls an arrow changed of which only a part is new", () => {
    expect(differenceOf(["x", "z"], differences)).toBe("changed");
  });
});
