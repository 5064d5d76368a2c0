import { describe, expect, it } from "vitest";
import {
  actionsOf,
  branchLines,
  changeWords,
  isForcible,
  type Report,
  stateChangeOf,
  verdictOf,
} from "./report-words.ts";

const REPORT: Report = {
  letterId: "l-1",
  dryRun: true,
  at: "2026-08-21T14:47:03.000Z",
  outcome: "processed",
  refusals: [],
  warnings: [],
  checks: [],
  subject: "order-42",
  transitions: [],
  effects: [],
  publications: [],
  timers: [],
  contextChanges: [],
  branches: [],
};

describe("verdictOf", () => {
  it.each([
    ["processed", "Would be processed", "Processed", "green"],
    ["retrying", "Would be tried again", "Being tried again", "teal"],
    ["duplicate", "Would change nothing", "Changed nothing", "plain"],
    ["ignored", "Would be ignored", "Ignored", "amber"],
    ["dead_lettered", "Would fail again", "Failed again", "red"],
    ["refused", "Would be refused", "Refused", "red"],
  ] as const)("says of %s what would be, and what was", (outcome, dry, real, tone) => {
    expect(verdictOf({ ...REPORT, outcome })).toMatchObject({ title: dry, tone });
    expect(verdictOf({ ...REPORT, outcome, dryRun: false }).title).toBe(real);
  });

  it("gives the error of a step that would fail again, and the refusals of a refused one", () => {
    const error = { name: "TypeError", message: "x is undefined" };
    expect(verdictOf({ ...REPORT, outcome: "dead_lettered", error }).detail).toBe(
      "TypeError: x is undefined",
    );
    const refusals = ["a reason is required", "the original was not kept"];
    expect(verdictOf({ ...REPORT, outcome: "refused", refusals }).detail).toBe(
      "A reason is required; the original was not kept",
    );
  });
});

describe("the facts of a report", () => {
  it("says where the instance goes, and that it has no before if it would be started", () => {
    const after = { states: ["rendering"], status: "active" } as const;
    expect(stateChangeOf(REPORT)).toBeUndefined();
    expect(stateChangeOf({ ...REPORT, after })).toEqual({
      from: [],
      to: ["rendering"],
      isDone: false,
    });
  });

  it("names each action once", () => {
    const transition = { id: "t", event: "GO", from: "a", to: ["b"], actions: ["keep", "count"] };
    expect(actionsOf({ transitions: [transition, transition] })).toEqual(["keep", "count"]);
  });

  it.each([
    [[], "nothing changed"],
    [["changed"], "1 field changed"],
    [["changed", "added", "added"], "1 field changed, 2 added"],
    [["removed", "removed"], "2 fields removed"],
  ] as const)("counts the context's changes %j", (kinds, words) => {
    expect(changeWords(kinds.map((kind, at) => ({ path: `f${at}`, kind })))).toBe(words);
  });
});

describe("isForcible", () => {
  const check = (detail: string, forcible?: true) => ({
    name: detail,
    ok: false,
    detail,
    ...(forcible && { forcible }),
  });
  const refused = (...checks: ReturnType<typeof check>[]) => ({
    outcome: "refused" as const,
    checks,
    refusals: checks.map(({ detail }) => detail),
  });

  it("is true only if force lifts every refusal", () => {
    expect(isForcible(refused(check("structure", true), check("version", true)))).toBe(true);
    expect(isForcible(refused(check("structure", true), check("route")))).toBe(false);
    expect(isForcible({ ...refused(check("structure", true)), outcome: "processed" })).toBe(false);
    expect(isForcible({ ...refused(), refusals: ["the instance kept moving"] })).toBe(false);
    expect(isForcible(refused())).toBe(false);
  });
});

describe("branchLines", () => {
  const branch = {
    when: "answers",
    states: ["captured"],
    status: "done",
    transitions: [],
    publications: [{ type: "payment.captured" }],
    effects: [],
  } as const;

  it("tells both ways on, and that an unhandled failure brings the letter back", () => {
    expect(branchLines({ outcome: "retrying", branches: [branch] })).toEqual([
      {
        when: "if it answers",
        states: ["captured"],
        steps: ["publishes payment.captured", "the instance is done"],
      },
      { when: "if it fails again", states: [], steps: ["the letter comes back"] },
    ]);
  });

  it("names the guard of a way, and adds nothing where the chart handles the failure", () => {
    const guarded = { id: "t", event: "e", from: "a", to: ["b"], guard: "isApproved", actions: [] };
    const lines = branchLines({
      outcome: "retrying",
      branches: [
        { ...branch, transitions: [guarded] },
        { ...branch, when: "fails", states: ["undoing"], status: "active", publications: [] },
      ],
    });
    expect(lines.map(({ when }) => when)).toEqual([
      "if it answers and isApproved",
      "if it fails again",
    ]);
    expect(lines[1]?.steps).toEqual([]);
  });

  it("has nothing to say about other outcomes", () => {
    expect(branchLines({ outcome: "processed", branches: [] })).toEqual([]);
  });
});
