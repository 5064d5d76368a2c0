import { describe, expect, it } from "vitest";
import { intBetween, pickFrom, seededRandom } from "./seeded-random.ts";

const draws = (...parts: readonly (string | number)[]) => {
  const random = seededRandom(...parts);
  return Array.from({ length: 1_000 }, random);
};

describe("seededRandom", () => {
  it("draws the same numbers from the same parts", () => {
    expect(draws("order", 42)).toEqual(draws("order", 42));
  });

  it("draws other numbers from other parts", () => {
    expect(draws("order", 42)).not.toEqual(draws("order", 43));
    expect(draws(1, "order", 42)).not.toEqual(draws(2, "order", 42));
  });

  it("draws evenly from 0 up to 1", () => {
    const all = draws("even");
    expect(Math.min(...all)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...all)).toBeLessThan(1);
    expect(all.filter((draw) => draw < 0.25).length).toBeGreaterThan(200);
    expect(all.filter((draw) => draw < 0.25).length).toBeLessThan(300);
  });

  it("picks every choice, and nothing else", () => {
    const random = seededRandom("picks");
    const picked = Array.from({ length: 100 }, () => pickFrom(random, ["a", "b", "c"]));
    expect(new Set(picked)).toEqual(new Set(["a", "b", "c"]));
    const numbers = Array.from({ length: 100 }, () => intBetween(random, 3, 5));
    expect(new Set(numbers)).toEqual(new Set([3, 4, 5]));
  });
});
