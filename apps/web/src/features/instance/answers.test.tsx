import { cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answersOf } from "./answers.tsx";
import { at, makeCall, makeMoment, makeStep } from "./testing/make-instance.ts";

beforeEach(() => {
  vi.useFakeTimers({ now: at(30), toFake: ["Date"] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** The four answers as a person reads them. */
function read(moment: ReturnType<typeof makeMoment>): string[] {
  return answersOf(moment, at(30)).map(({ answer, detail }) => {
    const { container } = render(
      <>
        {answer} | {detail}
      </>,
    );
    return container.textContent ?? "";
  });
}

describe("answersOf", () => {
  it("says what runs and what may come of it", () => {
    const [where, why, next, way] = read(makeMoment({ calls: [makeCall()] }));
    expect(where).toBe("reserve | for 20 s");
    expect(why).toMatch(/^START \| from order\.placed/);
    expect(next).toMatch(/^(charge|failed)/);
    expect(way).toMatch(/^reserveStock, attempt 1, running 20 s \|/);
  });

  it("counts no milliseconds of what has just begun", () => {
    const call = makeCall({ startedAt: at(30) });
    const [where, , , way] = read(makeMoment({ calls: [call] }, [makeStep(3)]));
    expect(where).toBe("reserve | just now");
    expect(way).toMatch(/^reserveStock, attempt 1, just now \|/);
  });

  it("says what a failed call threw", () => {
    const steps = [
      makeStep(1),
      makeStep(2, {
        event: "error.platform.reserve",
        causeKind: "effect",
        causeId: "7",
        states: ["failed"],
      }),
    ];
    const call = makeCall({
      id: "7",
      status: "failed",
      errors: [{ name: "E", message: "out of stock", at: at(19), attempt: 1 }],
    });
    const [, why] = read(makeMoment({ states: ["failed"], status: "done", calls: [call] }, steps));
    expect(why).toMatch(/^reserve failed: out of stock \|/);
  });

  it("says that a call gave up, also after the end", () => {
    const dead = makeCall({
      status: "dead",
      attempts: 5,
      errors: [{ name: "E", message: "card answered 503", at: at(9), attempt: 5 }],
    });
    const [, , , way] = read(makeMoment({ calls: [dead] }));
    expect(way).toBe("reserveStock gave up after 5 attempts | card answered 503");
    const [, , , afterwards] = read(
      makeMoment({ status: "done", states: ["completed"], calls: [dead] }),
    );
    expect(afterwards).toMatch(/gave up/);
  });

  it("says whom an idle instance waits for", () => {
    const [, , , way] = read(makeMoment({ states: ["idle"] }, [makeStep(1, { states: ["idle"] })]));
    expect(way).toMatch(/^it waits for START/);
  });

  it("says that nothing will move it", () => {
    const [, , , way] = read(makeMoment({ states: ["charge"], attention: { kind: "stuck" } }));
    expect(way).toMatch(/^nothing will move it/);
  });

  it("says that it has ended", () => {
    const [where, , next, way] = read(
      makeMoment({ status: "done", states: ["completed"], finishedAt: at(12) }),
    );
    expect(where).toMatch(/^completed \| ended .*, took 12 s$/);
    expect(next).toMatch(/^nothing: it has ended/);
    expect(way).toMatch(/^nothing \|/);
  });

  it("does not judge the past", () => {
    const [where, , , way] = read(makeMoment({}, [makeStep(1), makeStep(2)], 1));
    expect(where).toMatch(/^reserve \|/);
    expect(way).toMatch(/^not judged for the past/);
  });
});
