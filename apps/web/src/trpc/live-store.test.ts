import { describe, expect, it } from "vitest";
import type { LiveHint } from "@/server/live/live-filter.ts";
import { concerns, unionOfFilters, unionOfHints, wordsOfHint } from "./live-store.ts";

const hint: LiveHint = {
  everything: false,
  again: false,
  instances: [],
  anyInstance: false,
  correlations: [],
  anyCorrelation: false,
  commands: [],
  deadLetters: false,
  audit: false,
  workers: false,
};

describe("unionOfFilters", () => {
  it("asks once for what several parts of a page watch, in a stable order", () => {
    const one = unionOfFilters([
      { instances: ["b", "a"] },
      { instances: ["a"], deadLetters: true },
    ]);
    const other = unionOfFilters([{ deadLetters: true, instances: ["a"] }, { instances: ["b"] }]);
    expect(one).toEqual(other);
    expect(one).toMatchObject({ instances: ["a", "b"], deadLetters: true, audit: false });
  });
});

describe("concerns", () => {
  it("wakes only who watches what moved", () => {
    const moved = { ...hint, instances: ["fulfil/order-42"] };
    expect(concerns(moved, { instances: ["fulfil/order-42"] })).toBe(true);
    expect(concerns(moved, { instances: ["fulfil/order-4"] })).toBe(false);
    expect(concerns(moved, { deadLetters: true })).toBe(false);
  });

  it("wakes everyone when anything may have moved", () => {
    expect(concerns({ ...hint, everything: true }, { audit: true })).toBe(true);
  });
});

describe("what waits", () => {
  it("is said in words, and is nothing while nothing is known to have changed", () => {
    expect(wordsOfHint({ ...hint, again: true })).toEqual([]);
    expect(wordsOfHint({ ...hint, anyInstance: true, deadLetters: true })).toEqual([
      "instances",
      "dead letters",
    ]);
    expect(wordsOfHint({ ...hint, everything: true, audit: true })).toEqual(["everything"]);
  });

  it("adds up, each name once", () => {
    const both = unionOfHints(
      { ...hint, instances: ["a/1", "a/2"], audit: true },
      { ...hint, instances: ["a/2", "a/3"], workers: true },
    );
    expect(both).toEqual({
      ...hint,
      instances: ["a/1", "a/2", "a/3"],
      audit: true,
      workers: true,
    });
  });
});
