import { describe, expect, it } from "vitest";
import type { LiveHint } from "@/server/live/live-filter.ts";
import { concerns, unionOfFilters } from "./live-store.ts";

const hint: LiveHint = {
  everything: false,
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
