import { parseChart } from "@sagascope/core/charts";
import { describe, expect, it } from "vitest";
import { letterChartOf } from "./letter-chart.ts";

const CHART = parseChart({
  id: "payment",
  initial: "open",
  on: { CLOSE: ".closed" },
  states: {
    open: {
      initial: "idle",
      states: {
        idle: { on: { PAY: "capturing" } },
        capturing: { invoke: { id: "capture", src: "captureCard", onDone: "idle" } },
      },
    },
    closed: { type: "final" },
  },
});
const LETTER = {
  source: "envelope",
  reason: "max_attempts",
  event: "PAY",
  states: ["open.idle"],
  revision: 2,
  attempts: 5,
  errors: [],
  call: undefined,
  lastSeenAt: new Date(0),
} as unknown as Parameters<typeof letterChartOf>[0];
const step = (revision: number) =>
  ({ revision, at: new Date(0), entered: [], transitions: [] }) as unknown as Parameters<
    typeof letterChartOf
  >[2][number];

describe("letterChartOf", () => {
  it("breaks the transition that the envelope was to take, after the steps before it", () => {
    const { history, activeStates } = letterChartOf(LETTER, CHART, [step(1), step(2), step(3)]);
    expect(activeStates).toEqual(["open.idle"]);
    expect(history.map(({ revision, failed }) => [revision, failed])).toEqual([
      [1, undefined],
      [2, undefined],
      [3, true],
    ]);
    expect(history.at(-1)?.transitions).toMatchObject([
      { from: "open.idle", to: ["open.capturing"] },
    ]);
  });

  it("finds the transition of a state around the active one", () => {
    const { history } = letterChartOf({ ...LETTER, event: "CLOSE" }, CHART, []);
    expect(history.at(-1)?.transitions).toMatchObject([{ from: "", to: ["closed"] }]);
  });

  it("breaks nothing when the chart has no transition for the event, or never got it", () => {
    expect(letterChartOf({ ...LETTER, event: "NEVER" }, CHART, []).history).toEqual([]);
    expect(letterChartOf({ ...LETTER, reason: "instance_done" }, CHART, []).history).toEqual([]);
  });

  it("stands at the start when there was no instance yet", () => {
    expect(
      letterChartOf({ ...LETTER, states: [], revision: null }, CHART, []).activeStates,
    ).toEqual(["open.idle"]);
  });

  it("marks the state whose service gave up, with what it said", () => {
    const call = { src: "captureCard", ref: "capture", kind: "invoke", status: "dead" };
    const errors = [{ name: "Error", message: "card answered 503", attempt: 5 }];
    const letter = {
      ...LETTER,
      source: "effect",
      event: undefined,
      states: ["open.capturing"],
      call,
      errors,
    };
    const { failedState, history } = letterChartOf(letter as typeof LETTER, CHART, []);
    expect(failedState).toEqual({ path: "open.capturing", text: "card answered 503, 5×" });
    expect(history).toEqual([]);
  });
});
