import { describe, expect, it } from "vitest";
import type { Deeds } from "./deeds.ts";
import { foldEnvelopes } from "./fold-envelopes.ts";
import { layoutSequence } from "./layout-sequence.ts";
import { readCausation } from "./read-causation.ts";
import { at, envelope, many } from "./testing/make-envelopes.ts";

const NOTHING: Omit<Deeds, "seq"> = { publishedBy: null, taken: [], calls: [], timers: [] };

describe("layoutSequence", () => {
  const causation = readCausation([
    envelope("placed", undefined, { machineId: "order", machineVersion: "7", ...at(9) }),
    envelope("charge", "placed", { source: "/payment", ...at(1) }),
    envelope("bad", "placed", {
      ...{ machineId: "order", machineVersion: "7", status: "dead-letter", consumers: ["mail"] },
      ...at(10),
    }),
    envelope("held", "charge", {
      ...{ source: "/payment", status: "waiting", consumers: ["ship"] },
      ...at(11),
    }),
    ...many(30, "charge", { source: "/warehouse", ...at(12) }),
  ]);
  const taken = [{ machineId: "ledger", atMs: 0 }];
  const deeds = new Map([["placed", { ...NOTHING, seq: "placed", taken }]]);
  const { rows, lifelines } = layoutSequence(foldEnvelopes(causation), causation, deeds);
  const row = (id: string) => rows.find(({ item }) => item.id === id);
  const arrivals = (id: string) => row(id)?.arrivals.map(({ lane, how }) => [lane, how]);

  it("puts messages into causal order, whatever the clocks say", () => {
    expect(rows.map(({ item }) => item.id).slice(0, 4)).toEqual([
      "placed",
      "charge",
      "bad",
      "held",
    ]);
  });

  it("has a lifeline for everyone who said or took something", () => {
    expect(lifelines.map(({ name }) => name)).toEqual([
      "order",
      "payment",
      "ledger",
      "warehouse",
      "mail",
      "ship",
    ]);
    expect(lifelines[0]?.subtitle).toBe("order v7");
    expect(new Set(lifelines.map(({ x }) => x)).size).toBe(lifelines.length);
  });

  it("tells who took a message from who went on because of it, gave up or has still to act", () => {
    expect(arrivals("placed")).toEqual([
      ["payment", "led-on"],
      ["order", "led-on"],
      ["ledger", "taken"],
    ]);
    expect(arrivals("bad")).toEqual([["mail", "dead-letter"]]);
    expect(arrivals("held")).toEqual([["ship", "waiting"]]);
  });

  it("counts what is in a stack", () => {
    expect(rows.at(-1)?.words).toBe("30 × stock.level.changed");
  });
});
