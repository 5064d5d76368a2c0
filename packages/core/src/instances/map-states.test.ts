import { describe, expect, it } from "vitest";
import type { JsonObject } from "../kernel/json.ts";
import { machineOf, runEvents } from "../testing/step-makers.ts";
import { moveSnapshot } from "./map-states.ts";
import { stepInstance } from "./step.ts";

const region = (...states: readonly string[]) => ({
  initial: states[0],
  states: Object.fromEntries(states.map((name) => [name, {}])),
});

const TARGET = machineOf({
  states: {
    a: { on: { GO: "both" } },
    both: { type: "parallel", states: { left: region("l1", "l2"), right: region("r1", "r2") } },
    deep: { initial: "x", states: { x: {}, y: {} } },
    past: { initial: "p", states: { p: {}, memory: { type: "history" } } },
    end: { type: "final" },
  },
});

const snapshot = { status: "active", context: { n: 1 }, children: {}, historyValue: {} };
const move = (states: readonly string[], mapping: Readonly<Record<string, string>> = {}) =>
  moveSnapshot(TARGET, snapshot, states, mapping);
const movedValue = (states: readonly string[], mapping?: Readonly<Record<string, string>>) => {
  const moved = move(states, mapping);
  return moved.kind === "moved" ? moved.snapshot.value : moved.problems;
};

describe("moving a snapshot to another chart", () => {
  it("keeps the paths of its states and its context", () => {
    expect(move(["deep.y"])).toEqual({
      kind: "moved",
      states: [{ from: "deep.y", to: "deep.y" }],
      snapshot: { ...snapshot, value: { deep: "y" } },
    });
  });

  it("moves a state by its own name, or by that of one above it, the nearest first", () => {
    expect(movedValue(["old"], { old: "deep.y" })).toEqual({ deep: "y" });
    expect(movedValue(["old.y"], { old: "deep" })).toEqual({ deep: "y" });
    expect(movedValue(["old.z"], { old: "both", "old.z": "deep.x" })).toEqual({ deep: "x" });
  });

  it("enters what a compound or parallel state starts in", () => {
    expect(movedValue(["old"], { old: "deep" })).toEqual({ deep: "x" });
    expect(movedValue(["both.left.l2"])).toEqual({ both: { left: "l2", right: "r1" } });
  });

  it("keeps states of several regions at once", () => {
    expect(movedValue(["both.left.l2", "both.right.r2"])).toEqual({
      both: { left: "l2", right: "r2" },
    });
  });

  it.each<[readonly string[], Readonly<Record<string, string>>, string]>([
    [["gone"], {}, "state 'gone' does not exist there: say which state takes its place"],
    [["a"], { a: "gone" }, "state 'gone' does not exist there, where 'a' was to go"],
    [["a"], { b: "deep" }, "the instance is not in state 'b', which the mapping names"],
    [["a"], { a: "end" }, "state 'end' is an end: send the event that leads there, or cancel"],
    [
      ["a"],
      { a: "past.memory" },
      "state 'past.memory' is a history state: nothing can stand in it",
    ],
    [
      ["both.left.l1", "x"],
      { x: "both.left.l2" },
      "states 'both.left.l1' and 'both.left.l2' cannot be active at once there",
    ],
    [["a", "deep.x"], {}, "states 'a' and 'deep.x' cannot be active at once there"],
    [["a", "b"], { b: "a" }, "two active states would both become 'a'"],
  ])("refuses %j by %j", (states, mapping, problem) => {
    expect(move(states, mapping)).toEqual({ kind: "refused", problems: [problem] });
  });

  it("forgets what it remembers of states that are no more", () => {
    const remembering = {
      ...snapshot,
      historyValue: { "m.past.memory": [{ id: "m.past.p" }], "m.gone": [{ id: "m.past.p" }] },
    };
    const moved = moveSnapshot(TARGET, remembering, ["a"], {});
    expect(moved).toMatchObject({
      snapshot: { historyValue: { "m.past.memory": [{ id: "m.past.p" }] } },
    });
  });

  it("gives a snapshot that the chart goes on from", () => {
    const { snapshot: from } = runEvents(machineOf({ states: { a: {}, b: {} } }));
    const moved = moveSnapshot(TARGET, from as JsonObject, ["a"], {});
    if (moved.kind === "refused") throw new Error(moved.problems.join());
    expect(stepInstance(TARGET, moved.snapshot, { type: "GO" }).states).toEqual([
      "both.left.l1",
      "both.right.r1",
    ]);
  });
});
