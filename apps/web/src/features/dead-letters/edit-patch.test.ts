import { describe, expect, it } from "vitest";
import { parseData, patchOf } from "./edit-patch.ts";

describe("patchOf", () => {
  it("says nothing of what stays, so that what is masked keeps its original", () => {
    const before = { card: "***", to: { city: "Bonn", zip: "1" } };
    expect(patchOf(before, { card: "***", to: { city: "Bonn", zip: "2" } })).toEqual([
      { op: "replace", path: "/data/to/zip", value: "2" },
    ]);
    expect(patchOf(before, structuredClone(before))).toEqual([]);
  });

  it("adds and removes fields, whatever they are called", () => {
    expect(patchOf({ "a/b": 1, old: null }, { "a/b": 2, "c~d": true })).toEqual([
      { op: "remove", path: "/data/old" },
      { op: "replace", path: "/data/a~1b", value: 2 },
      { op: "add", path: "/data/c~0d", value: true },
    ]);
  });

  it("changes lists in place, and lengthens or shortens them at the end", () => {
    expect(patchOf([1, 2, 3, 4], [1, 9])).toEqual([
      { op: "replace", path: "/data/1", value: 9 },
      { op: "remove", path: "/data/3" },
      { op: "remove", path: "/data/2" },
    ]);
    expect(patchOf({ lines: [{ n: 1 }] }, { lines: [{ n: 1 }, { n: 2 }] })).toEqual([
      { op: "add", path: "/data/lines/-", value: { n: 2 } },
    ]);
  });

  it("replaces what becomes something of another kind", () => {
    expect(patchOf({ a: [1] }, { a: { 0: 1 } })).toEqual([
      { op: "replace", path: "/data/a", value: { 0: 1 } },
    ]);
    expect(patchOf(undefined, { a: 1 })).toEqual([
      { op: "replace", path: "/data", value: { a: 1 } },
    ]);
  });
});

describe("parseData", () => {
  it("reads JSON, and says what is wrong with what is none", () => {
    expect(parseData('{"a": 1}')).toEqual({ kind: "data", value: { a: 1 } });
    expect(parseData("{")).toMatchObject({ kind: "problem" });
  });
});
