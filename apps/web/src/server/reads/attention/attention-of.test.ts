// @vitest-environment node
import { chartGraph, parseChart } from "@sagascope/core/charts";
import { describe, expect, it } from "vitest";
import { type AttentionFacts, attentionOf } from "./attention-of.ts";

const now = new Date("2026-08-21T12:00:00Z");
const at = (seconds: number) => new Date(now.getTime() + seconds * 1_000);
const graph = chartGraph(
  parseChart({
    id: "m",
    initial: "idle",
    states: { idle: { on: { START: "charge" } }, charge: {}, done: { type: "final" } },
  }),
);
const call = { status: "pending", dueAt: at(0), leasedUntil: null };
const facts: AttentionFacts = {
  ...{ status: "active", phase: "running", timeBudgetMs: null },
  states: ["charge"],
  startedAt: at(-60),
  effects: [],
  timers: [],
};

describe("attentionOf", () => {
  it("calls stuck what nothing will move", () => {
    expect(attentionOf(facts, graph, now)).toEqual({ kind: "stuck" });
  });

  it("calls stuck what a call gave up on, even where an event could move it", () => {
    const gaveUp = { ...facts, states: ["idle"], effects: [{ ...call, status: "dead" }] };
    expect(attentionOf(gaveUp, graph, now)).toEqual({ kind: "stuck" });
  });

  it.each([
    ["waits for an event", { ...facts, states: ["idle"] }],
    ["waits for a timer", { ...facts, timers: [{ dueAt: at(30) }] }],
    [
      "has a call under way",
      { ...facts, effects: [{ ...call, dueAt: at(-60), leasedUntil: at(10) }] },
    ],
    ["waits for another try", { ...facts, effects: [{ ...call, dueAt: at(10) }] }],
    ["has ended", { ...facts, status: "done" }],
    ["is late by no more than the pace of polling", { ...facts, timers: [{ dueAt: at(-4) }] }],
  ])("leaves alone what %s", (_name, each) => {
    expect(attentionOf(each, graph, now)).toBeUndefined();
  });

  it("calls overdue what a timer should have moved, since it was due", () => {
    expect(attentionOf({ ...facts, timers: [{ dueAt: at(-40) }] }, graph, now)).toEqual({
      kind: "overdue",
      since: at(-40),
    });
  });

  it("calls overdue a call whose lease ran out and that nobody took up", () => {
    const abandoned = { ...call, dueAt: at(-60), leasedUntil: at(-30) };
    expect(attentionOf({ ...facts, effects: [abandoned] }, graph, now)?.kind).toBe("overdue");
  });

  it("calls overdue what is older than its timeouts add up to, unless it undoes", () => {
    const old = { ...facts, timeBudgetMs: 1_000, timers: [{ dueAt: at(1) }] };
    expect(attentionOf(old, graph, now)).toEqual({ kind: "overdue", since: at(-59) });
    expect(attentionOf({ ...old, phase: "compensating" }, graph, now)).toBeUndefined();
  });
});
