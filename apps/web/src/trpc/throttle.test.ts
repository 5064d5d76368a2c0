import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createThrottle } from "./throttle.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("createThrottle", () => {
  it("runs the first call at once and the last of a burst after the interval", () => {
    const throttle = createThrottle(250);
    const ran: number[] = [];
    for (const each of [1, 2, 3]) throttle.call(() => ran.push(each));
    expect(ran).toEqual([1]);
    vi.advanceTimersByTime(250);
    expect(ran).toEqual([1, 3]);
  });

  it("keeps the interval between the last run and the next", () => {
    const throttle = createThrottle(250);
    const ran: number[] = [];
    throttle.call(() => ran.push(1));
    throttle.call(() => ran.push(2));
    vi.advanceTimersByTime(250);
    throttle.call(() => ran.push(3));
    expect(ran).toEqual([1, 2]);
    vi.advanceTimersByTime(250);
    expect(ran).toEqual([1, 2, 3]);
  });

  it("runs nothing more once it is cancelled", () => {
    const throttle = createThrottle(250);
    const ran: number[] = [];
    throttle.call(() => ran.push(1));
    throttle.call(() => ran.push(2));
    throttle.cancel();
    vi.advanceTimersByTime(1_000);
    expect(ran).toEqual([1]);
  });
});
