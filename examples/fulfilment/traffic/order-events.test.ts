import { describe, expect, it } from "vitest";
import { readOrder } from "../order-details.ts";
import { orderEvents } from "./order-events.ts";
import { SCENARIO_PERCENT, scenarioOf } from "./scenarios.ts";

const NUMBERS = Array.from({ length: 5_000 }, (_, index) => 40 + index);

describe("the events of an order", () => {
  it("are the same for the same seed and number, ids included", () => {
    for (const number of NUMBERS.slice(0, 200)) {
      expect(orderEvents(1, number)).toEqual(orderEvents(1, number));
    }
    expect(orderEvents(2, 40)).not.toEqual(orderEvents(1, 40));
  });

  it("carry the order's number as their subject and one correlation id", () => {
    for (const number of NUMBERS.slice(0, 200)) {
      for (const { event } of orderEvents(1, number)) {
        expect(event.subject).toBe(`order-${number}`);
        expect(event.correlationid).toBe(`till-1-${number}`);
      }
    }
  });

  it("carry an order that the shop can read, unless they are meant not to", () => {
    for (const number of NUMBERS) {
      const [first] = orderEvents(1, number);
      const read = () => readOrder(first?.event.data);
      if (scenarioOf(1, number) === "unknown-currency") {
        expect(read).toThrow("currency 'DOUBLOONS' is not one of EUR, GBP, USD");
      } else {
        expect(read).not.toThrow();
      }
    }
  });

  it("use an id again, with other data, only where that is the story", () => {
    for (const number of NUMBERS) {
      const ids = orderEvents(1, number).map(({ event }) => event.id);
      const isReused = new Set(ids).size < ids.length;
      expect(isReused).toBe(scenarioOf(1, number) === "reused-id");
    }
  });
});

describe("scenarios", () => {
  it("add up to a hundred percent, and come about as often as they say", () => {
    const percents = Object.values(SCENARIO_PERCENT);
    expect(percents.reduce((sum, percent) => sum + percent, 0)).toBe(100);
    for (const [scenario, percent] of Object.entries(SCENARIO_PERCENT)) {
      const count = NUMBERS.filter((number) => scenarioOf(1, number) === scenario).length;
      expect(Math.abs(count - NUMBERS.length * (percent / 100))).toBeLessThan(90);
      expect(count).toBeGreaterThan(0);
    }
  });

  it("open with the same stories for every seed, order 42 the one to rescue", () => {
    for (const seed of [1, 2, 3]) {
      expect([40, 41, 42].map((number) => scenarioOf(seed, number))).toEqual([
        "order-happy",
        "saga-happy",
        "order-stuck",
      ]);
    }
  });
});
