import { describe, expect, it } from "vitest";
import { manualClock } from "./manual-clock.ts";

describe("manualClock", () => {
  it("runs due timers at their own times and in order", () => {
    const clock = manualClock(new Date(0));
    const ran: [string, number][] = [];
    const note = (name: string) => () => ran.push([name, clock.now().getTime()]);
    clock.after(20, note("b"));
    clock.after(10, () => {
      note("a")();
      clock.after(5, note("nested"));
    });
    clock.after(100, note("late"));

    clock.advance(50);

    expect(ran).toEqual([
      ["a", 10],
      ["nested", 15],
      ["b", 20],
    ]);
    expect(clock.now()).toEqual(new Date(50));
    expect(clock.waitingTimers()).toBe(1);
  });

  it("does not run a cancelled timer", () => {
    const clock = manualClock();
    let runs = 0;
    clock.after(1, () => {
      runs += 1;
    })();

    clock.advance(10);

    expect(runs).toBe(0);
  });

  it("jumps without running timers, which keep the delay they had left", () => {
    const clock = manualClock(new Date(1_000));
    const ranAt: number[] = [];
    clock.after(10, () => ranAt.push(clock.now().getTime()));

    clock.set(new Date(500));
    clock.advance(10);

    expect(ranAt).toEqual([510]);
  });
});
