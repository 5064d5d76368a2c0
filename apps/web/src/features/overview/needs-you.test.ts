import { describe, expect, it } from "vitest";
import { needsYou } from "./needs-you.ts";
import type { Overview } from "./overview.ts";

const AT = new Date(Date.UTC(2026, 7, 21, 12));
const overview = (over: Partial<Overview>) =>
  ({
    at: AT,
    workersAlive: 1,
    queue: { waiting: 0, oldestMs: null },
    causes: [],
    stuckGroups: [],
    overdueByMachine: [],
    ...over,
  }) as unknown as Overview;
const stuck = (count: number): Overview["stuckGroups"][number] => ({
  machineId: "payment",
  chartId: 1,
  states: ["capturing"],
  gaveUp: true,
  count,
  oldestAt: AT,
});
const read = (over: Partial<Overview>) =>
  needsYou(overview(over)).map(({ what, detail }) => `${what} ${detail}`);

describe("needsYou", () => {
  it("needs nobody when nothing is wrong", () => {
    expect(read({})).toEqual([]);
  });

  it.each([
    [1, "1 instance of payment is stuck in capturing: a service call gave up"],
    [2, "2 instances of payment are stuck in capturing: a service call gave up"],
  ])("counts %d stuck in a sentence", (count, words) => {
    expect(read({ stuckGroups: [stuck(count)] })).toEqual([words]);
  });

  it("leads from envelopes that wait to the outbox", () => {
    const queue = { waiting: 3, oldestMs: 60_000 } as Overview["queue"];
    expect(needsYou(overview({ queue })).map(({ action }) => action)).toEqual([
      { label: "Outbox", href: "/pipes#outbox" },
    ]);
  });

  it("counts what is late in a sentence", () => {
    const late = { machineId: "order", count: 1, byMs: 60_000 };
    expect(read({ overdueByMachine: [late] })).toEqual([
      "1 instance of order is past due by up to 1 min",
    ]);
  });
});
