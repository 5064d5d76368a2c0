import { describe, expect, it } from "vitest";
import {
  type ActionAnswer,
  type ActionReport,
  checksOf,
  factLines,
  obstacleOf,
  verdictOf,
} from "./report-words.ts";

const report = (more: Partial<ActionReport> = {}): ActionReport => ({
  kind: "send",
  machineId: "fulfil",
  subject: "order-42",
  dryRun: true,
  at: "2026-08-21T12:00:00.000Z",
  outcome: "processed",
  refusals: [],
  warnings: [],
  checks: [],
  transitions: [],
  effects: [],
  publications: [],
  timers: [],
  contextChanges: [],
  branches: [],
  moved: [],
  ended: { calls: [], timers: [] },
  kept: { calls: [], timers: [] },
  resolves: [],
  ...more,
});
const answer = (more: Partial<ActionReport> = {}): ActionAnswer => ({
  commandId: "c-1",
  kind: "send",
  dryRun: true,
  status: "done",
  requestedAt: new Date(0),
  finishedAt: new Date(0),
  report: report(more),
});

describe("verdictOf", () => {
  it("says what would happen in a dry run, and what happened in a real one", () => {
    const move = {
      before: { revision: 1, states: ["a"] },
      after: { states: ["b"], status: "done" as const },
    };
    expect(verdictOf(report(move))).toMatchObject({
      title: "Would be done",
      detail: "From a to b, and is done.",
    });
    expect(verdictOf(report({ ...move, dryRun: false })).title).toBe("Done");
    const ended = { ...move, after: { states: ["a"], status: "cancelled" as const } };
    expect(verdictOf(report(ended)).detail).toBe("It ends in a.");
  });

  it("gives the reason of a refusal", () => {
    const refused = report({ outcome: "refused", refusals: ["nothing has failed"] });
    expect(verdictOf(refused)).toMatchObject({ detail: "Nothing has failed", tone: "red" });
  });
});

describe("factLines", () => {
  it("says that nothing is published rather than nothing", () => {
    expect(factLines(report())).toEqual([
      { name: "Would publish", value: "nothing in this step", mono: false },
    ]);
  });

  it("lists what ends, what is called and what is resolved", () => {
    const lines = factLines(
      report({
        effects: [{ kind: "invoke", src: "chargeCard", ref: "charge" }],
        ended: {
          calls: [{ src: "reserveStock", ref: "reserve" }],
          timers: [{ label: "after.5000" }],
        },
        resolves: ["l-1"],
        publications: [{ type: "sent" }],
      }),
    );
    expect(lines.map(({ name, value }) => [name, value])).toEqual([
      ["Would call", "chargeCard"],
      ["Would end", "reserveStock, after 5 s"],
      ["Would resolve", "1 letter"],
    ]);
  });
});

describe("checksOf", () => {
  it("puts what is fine first and what refuses last", () => {
    const lines = checksOf({
      checks: [
        { name: "Version", ok: false, detail: "no such version" },
        { name: "Event", ok: true, detail: "the chart takes it" },
        { name: "Calls", ok: false, detail: "a call is running" },
      ],
      refusals: ["no such version"],
      warnings: ["nothing moves"],
    });
    expect(lines.map(({ kind, text }) => [kind, text])).toEqual([
      ["fine", "The chart takes it"],
      ["warning", "A call is running"],
      ["warning", "Nothing moves"],
      ["refusal", "No such version"],
    ]);
  });
});

describe("obstacleOf", () => {
  const ready = {
    missing: undefined,
    dryRun: answer(),
    isFresh: true,
    isRunning: false,
    isUnderWay: false,
    reason: "because",
  };

  it("lets a reasoned action go whose dry run was of exactly this", () => {
    expect(obstacleOf(ready)).toBeUndefined();
  });

  it.each([
    ["Choose a step.", { missing: "Choose a step." }],
    ["Make a dry run of this first.", { isFresh: false }],
    ["Make a dry run of this first.", { dryRun: undefined }],
    ["The dry run was refused.", { dryRun: answer({ outcome: "refused" }) }],
    ["Waits for the dry run.", { isRunning: true }],
    ["Give a reason.", { reason: "  " }],
    ["Under way.", { isUnderWay: true }],
  ])("says: %s", (words, more) => {
    expect(obstacleOf({ ...ready, ...more })).toBe(words);
  });
});
