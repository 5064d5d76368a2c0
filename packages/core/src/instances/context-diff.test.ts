import { describe, expect, it } from "vitest";
import type { JsonValue } from "../kernel/json.ts";
import { diffContext } from "./context-diff.ts";

describe("diffContext", () => {
  it("finds nothing between equal contexts, whatever the order of keys", () => {
    expect(diffContext({ a: 1, b: { c: [1, null] } }, { b: { c: [1, null] }, a: 1 })).toEqual([]);
  });

  it("lists what was changed, removed and added, with its path", () => {
    const before = { n: 1, results: { reserve: "x", odd: { "a b": 1 } }, items: [{ sku: 1 }, 2] };
    const after = { n: 2, results: { odd: { "a b": 2 }, charge: "y" }, items: [{ sku: 3 }] };

    expect(diffContext(before, after)).toEqual([
      { path: "n", kind: "changed", before: 1, after: 2 },
      { path: "results.reserve", kind: "removed", before: "x" },
      { path: 'results.odd["a b"]', kind: "changed", before: 1, after: 2 },
      { path: "results.charge", kind: "added", after: "y" },
      { path: "items[0].sku", kind: "changed", before: 1, after: 3 },
      { path: "items[1]", kind: "removed", before: 2 },
    ]);
  });

  it("shows a value whose kind changed as a whole", () => {
    expect(diffContext({ a: [1] }, { a: { 0: 1 } })).toEqual([
      { path: "a", kind: "changed", before: [1], after: { 0: 1 } },
    ]);
    expect(diffContext(null, 5)).toEqual([{ path: "", kind: "changed", before: null, after: 5 }]);
  });

  it("shows a difference far down as a whole, and none where there is none", () => {
    const deep = (leaf: JsonValue): JsonValue => {
      let value = leaf;
      for (let depth = 0; depth < 50; depth += 1) value = { d: value };
      return value;
    };

    expect(diffContext(deep(1), deep(2))).toHaveLength(1);
    expect(diffContext(deep(1), deep(1))).toEqual([]);
  });
});
