import { describe, expect, it } from "vitest";
import type { Deeds } from "./deeds.ts";
import { foldEnvelopes } from "./fold-envelopes.ts";
import { layoutTime } from "./layout-time.ts";
import { readCausation } from "./read-causation.ts";
import { at, envelope, many } from "./testing/make-envelopes.ts";
import { timeTicks } from "./time-ticks.ts";

describe("layoutTime", () => {
  const causation = readCausation([
    envelope("placed", undefined, at(0)),
    envelope("charged", "placed", { machineId: "payment", ...at(6) }),
    envelope("early", "charged", { source: "/elsewhere", ...at(4) }),
    envelope("held", "charged", { status: "waiting", consumers: ["ship"], ...at(7) }),
    ...many(9, "charged", at(8)).map((one, index) => ({ ...one, ...at(8 + index / 4) })),
  ]);
  const deeds: Deeds[] = [
    {
      seq: "placed",
      publishedBy: null,
      taken: [{ machineId: "payment", atMs: at(1).atMs }],
      calls: [
        {
          ...{ src: "charge", status: "done", attempts: 3, createdAtMs: at(1).atMs },
          ...{ startedAtMs: at(5).atMs, finishedAtMs: at(6).atMs },
          failedAtMs: [at(2).atMs, at(4).atMs],
        },
      ],
      timers: [],
    },
    {
      seq: "charged",
      publishedBy: { revision: 4, event: "done.charge", kind: "effect" },
      ...{ taken: [], calls: [] },
      timers: [{ label: "after 1 h", scheduledAtMs: at(6).atMs, dueAtMs: at(3_600).atMs }],
    },
  ];
  const items = foldEnvelopes(causation);
  const layout = layoutTime(items, causation, new Map(deeds.map((one) => [one.seq, one])));
  const row = (id: string) => layout.rows.find(({ item }) => item.id === id);
  const bar = (id: string, kind: string) => row(id)?.bars.filter((one) => one.kind === kind) ?? [];

  it("spans from the first moment to the last, and a timer of an hour does not stretch it", () => {
    expect(layout.spanMs).toBe(10_000);
    expect(row("placed")?.at).toBe(0);
    expect(row("charged")?.at).toBeCloseTo(0.6);
    expect(bar("charged", "timer")).toMatchObject([{ from: 0.6, to: 1 }]);
  });

  it("shows how long an envelope waited to be taken, and which services were called, with failed tries", () => {
    expect(bar("placed", "taking")).toMatchObject([
      { from: 0, to: 0.1, words: "taken by payment after 1 s" },
    ]);
    expect(bar("placed", "call")).toMatchObject([
      {
        from: 0.1,
        to: 0.6,
        words: "charge done after 5 s, 3 attempts",
        hasFailed: false,
        name: "charge, 3 attempts",
      },
    ]);
    expect(bar("placed", "retry").map(({ from }) => from)).toEqual([0.2, 0.4]);
  });

  it("ends the name of a call where the next one begins, of several that begin together all but the last", () => {
    const call = (src: string, from: number, to: number) => ({
      ...{ src, status: "done", attempts: 1, failedAtMs: [], createdAtMs: at(from).atMs },
      ...{ startedAtMs: at(from).atMs, finishedAtMs: at(to).atMs },
    });
    const side = {
      ...{ seq: "placed", publishedBy: null, taken: [], timers: [] },
      calls: [call("pack", 1, 9), call("label", 1, 5), call("mail", 3, 8), call("late", 9, 10)],
    };
    const { rows } = layoutTime(items, causation, new Map([["placed", side]]));
    const bars = rows.find(({ item }) => item.id === "placed")?.bars ?? [];
    expect(bars.map(({ name, from, nameTo }) => [name, from, nameTo])).toEqual([
      ["pack", 0.1, 0.1],
      ["label", 0.1, 0.3],
      ["mail", 0.3, 0.8],
      ["late", 0.9, 1],
    ]);
  });

  it("says what set off the step that published an envelope", () => {
    expect(bar("charged", "lead")).toMatchObject([
      { from: 0, to: 0.6, words: "once done.charge, 6 s after its cause" },
    ]);
  });

  it("draws what waits up to the end", () => {
    expect(bar("held", "waiting")).toMatchObject([{ from: 0.7, to: 1, words: "waits for ship" }]);
  });

  it("keeps an effect under its cause though its clock says that it was before, and says so", () => {
    expect(row("early")?.y).toBeGreaterThan(row("charged")?.y ?? Number.NaN);
    expect(row("early")?.isBeforeCause).toBe(true);
    expect(row("charged")?.isBeforeCause).toBe(false);
  });

  it("draws a stack from its first to its last", () => {
    const stack = layout.rows.find(({ item }) => item.kind === "stack");
    expect(stack?.bars.filter(({ kind }) => kind === "group")).toMatchObject([
      { from: 0.8, to: 1, words: "9 envelopes within 2 s" },
    ]);
  });

  it("lays out nothing without falling over", () => {
    expect(layoutTime([], readCausation([]), new Map())).toMatchObject({ rows: [], height: 0 });
  });
});

describe("timeTicks", () => {
  it("has two to seven round moments for any span", () => {
    for (let spanMs = 1; spanMs < 40 * 86_400_000; spanMs *= 1.37) {
      const ticks = timeTicks(spanMs);
      expect(ticks.length, `${spanMs}`).toBeGreaterThanOrEqual(2);
      expect(ticks.length, `${spanMs}`).toBeLessThanOrEqual(7);
      expect(ticks.at(-1)?.at).toBeLessThanOrEqual(1);
    }
    expect(timeTicks(10_000).map(({ words }) => words)[1]).toBe("2.00 s");
  });
});
