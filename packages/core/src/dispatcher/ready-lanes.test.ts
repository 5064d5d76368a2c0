import { describe, expect, it } from "vitest";
import { createLane, type Lane } from "./lane.ts";
import { createReadyLanes } from "./ready-lanes.ts";

const timer = (subject: string) => ({
  kind: "timer" as const,
  timer: {
    machineId: "m",
    subject,
    ref: "r",
    revision: 1,
    event: "e",
    label: "l",
    causeEventId: "c",
    causeDepth: 0,
    deliveries: 1,
    attempts: 0,
  },
});

/** A lane with something to do from a time on. */
function laneDue(subject: string, notBeforeMs: number): Lane {
  const lane = createLane({ machineId: "m", subject });
  lane.urgent.push({ work: timer(subject), notBeforeMs });
  return lane;
}

const subjectsOf = (lanes: Iterable<Lane>) => [...lanes].map(({ name }) => name.subject);

describe("lanes that are ready", () => {
  it("are able once their time has come, whatever the order in which they were put", () => {
    const ready = createReadyLanes();
    for (const [subject, dueMs] of [
      ["late", 30],
      ["soon", 10],
      ["now", 0],
    ] as const) {
      ready.put(laneDue(subject, dueMs));
    }
    expect(subjectsOf(ready.due(0))).toEqual(["now"]);
    expect(ready.nextDueMs(0)).toBe(10);
    expect(ready.ableCount(9)).toBe(1);
    expect(subjectsOf(ready.due(10))).toEqual(["now", "soon"]);
    expect(ready.nextDueMs(10)).toBe(30);
  });

  it("say the next time again when the lane that was next is taken out", () => {
    const ready = createReadyLanes();
    const soon = laneDue("soon", 10);
    ready.put(soon);
    ready.put(laneDue("late", 30));
    ready.remove(soon);
    expect(ready.nextDueMs(0)).toBe(30);
    expect(subjectsOf(ready.due(29))).toEqual([]);
    expect(subjectsOf(ready.due(30))).toEqual(["late"]);
    expect(ready.nextDueMs(30)).toBeUndefined();
  });

  it("wait again when what they have to do is put off", () => {
    const ready = createReadyLanes();
    const lane = laneDue("a", 0);
    ready.put(lane);
    expect(subjectsOf(ready.due(5))).toEqual(["a"]);
    lane.urgent.splice(0, 1, { work: timer("a"), notBeforeMs: 20 });
    ready.put(lane);
    expect(subjectsOf(ready.due(5))).toEqual([]);
    expect(ready.nextDueMs(5)).toBe(20);
  });
});
