import { describe, expect, it } from "vitest";
import { buildNext, buildTimeline } from "./build-timeline.ts";
import { at, makeCall, makeMoment, makeStep } from "./testing/make-instance.ts";

const words = (moment: ReturnType<typeof makeMoment>) =>
  buildTimeline(moment, at(30)).map((entry) =>
    entry.kind === "step"
      ? `step ${entry.step.revision}${entry.failed ? " failed" : ""}`
      : `${entry.call.src} ${entry.attempt} ${entry.state}`,
  );

describe("buildTimeline", () => {
  it("tells steps and tries in the order in which they happened", () => {
    const call = makeCall({
      status: "done",
      attempts: 2,
      startedAt: at(14),
      finishedAt: at(19),
      errors: [{ name: "Error", message: "no answer", at: at(13), attempt: 1 }],
    });
    const steps = [makeStep(1), makeStep(2, { event: "done.invoke.reserve" })];
    expect(words(makeMoment({ calls: [call] }, steps))).toEqual([
      "step 1",
      "reserveStock 1 failed",
      "reserveStock 2 done",
      "step 2",
    ]);
  });

  it("puts the answer before the step it led to, and the next call after it, at one instant", () => {
    const answered = makeCall({ id: "1", status: "done", finishedAt: at(20) });
    const next = makeCall({ id: "2", src: "chargeCard", createdAt: at(20), startedAt: at(20) });
    const moment = makeMoment({ calls: [next, answered] }, [makeStep(1), makeStep(2)]);
    expect(words(moment)).toEqual([
      "step 1",
      "reserveStock 1 done",
      "step 2",
      "chargeCard 1 running",
    ]);
  });

  it("marks a step that an error caused", () => {
    const steps = [makeStep(1, { event: "error.platform.reserve" })];
    expect(words(makeMoment({}, steps))).toEqual(["step 1 failed"]);
  });

  it("says that a call waits for its next try once nobody holds it", () => {
    const waiting = makeCall({ leasedUntil: null, attempts: 1 });
    expect(words(makeMoment({ calls: [waiting] }))).toContain("reserveStock 1 waiting");
  });
});

describe("buildNext", () => {
  it("says what may come, and when a timer will", () => {
    const timer = {
      ref: "t",
      label: "after.5000",
      state: "reserve",
      revision: 1,
      scheduledAt: at(10),
      dueAt: at(15),
    };
    const next = buildNext(makeMoment({ timers: [timer] }));
    expect(next.find(({ event }) => event === "after.5000")).toMatchObject({
      to: ["failed"],
      dueAt: at(15),
    });
    expect(next.find(({ event }) => event === "done.invoke.reserve")).toMatchObject({
      to: ["charge"],
      dueAt: undefined,
    });
  });

  it("expects nothing of what has ended, nor of the past", () => {
    expect(buildNext(makeMoment({ status: "done", states: ["completed"] }))).toEqual([]);
    expect(buildNext(makeMoment({}, [makeStep(1), makeStep(2)], 1))).toEqual([]);
  });
});
