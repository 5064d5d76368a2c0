import { chartGraph, parseChart } from "@sagascope/core/charts";
import { describe, expect, it } from "vitest";
import { layoutKey } from "./layout-key.ts";

const HASH = "sha256:1";
const graphOf = (states: object, more: object = {}) =>
  chartGraph(parseChart({ id: "order", initial: "a", ...more, states }));
const A = { a: { on: { GO: "b" } } };
const B = { b: { type: "final" } };

describe("layoutKey", () => {
  it("is the same for versions of a chart that are drawn alike", () => {
    const told = graphOf({ a: { ...A.a, description: "waits" }, ...B }, { description: "orders" });
    expect(layoutKey(told, HASH)).toBe(layoutKey(graphOf({ ...A, ...B }), HASH));
  });

  it("differs with the structure, and with what the structure hash is blind to and a drawing is not", () => {
    const keys = [
      layoutKey(graphOf({ ...A, ...B }), HASH),
      layoutKey(graphOf({ ...A, ...B }), "sha256:2"),
      layoutKey(graphOf({ ...B, ...A }), HASH),
      layoutKey(graphOf({ ...A, b: { ...B.b, tags: ["dead-letter"] } }), HASH),
      layoutKey(graphOf({ ...A, ...B }), undefined),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });
});
