import { describe, expect, it } from "vitest";
import { manualClock } from "../testing/manual-clock.ts";
import { exponentialDelayMs } from "./exponential-delay.ts";
import { withinTime } from "./within-time.ts";

const never = () => new Promise<never>(() => undefined);

describe("withinTime", () => {
  it("is what the call comes to, and leaves no timer behind", async () => {
    const timers = manualClock();
    expect(await withinTime({ timeoutMs: 100, timers }, () => 7)).toBe(7);
    const failing = withinTime({ timeoutMs: 100, timers }, () => {
      throw new RangeError("no");
    });
    await expect(failing).rejects.toThrow(RangeError);
    expect(timers.waitingTimers()).toBe(0);
  });

  it("ends a call whose time is over, and tells it so", async () => {
    const timers = manualClock();
    let heard: unknown;
    const call = withinTime({ timeoutMs: 100, timers }, ({ signal }) => {
      signal.addEventListener("abort", () => {
        heard = signal.reason;
      });
      return never();
    });
    const failed = expect(call).rejects.toMatchObject({ name: "TimeoutError" });
    timers.advance(99);
    expect(heard).toBeUndefined();
    timers.advance(1);
    await failed;
    expect(heard).toMatchObject({ name: "TimeoutError" });
  });

  it("has a signal for a call that looks at it late, too", async () => {
    const timers = manualClock();
    let known: { readonly signal: AbortSignal } | undefined;
    const call = withinTime({ timeoutMs: 100, timers }, (self) => {
      known = self;
      return never();
    });
    const failed = expect(call).rejects.toMatchObject({ name: "TimeoutError" });
    timers.advance(100);
    await failed;
    expect(known?.signal).toMatchObject({ aborted: true, reason: { name: "TimeoutError" } });
  });

  it("ends a call that is given up from outside, for the reason given there", async () => {
    const timers = manualClock();
    const outside = new AbortController();
    const reason = new Error("the process stops");
    const limit = { timeoutMs: undefined, timers, signal: outside.signal };
    const call = withinTime(limit, never);
    outside.abort(reason);
    await expect(call).rejects.toBe(reason);
    let wasCalled = false;
    const late = withinTime(limit, () => {
      wasCalled = true;
    });
    await expect(late).rejects.toBe(reason);
    expect(wasCalled).toBe(false);
  });
});

describe("exponentialDelayMs", () => {
  it("grows up to the longest wait, also where the power is no number any more", () => {
    const delay = { baseMs: 200, factor: 2, maxMs: 1_000 };
    expect([0, 1, 2, 3, 4, 5_000].map((n) => exponentialDelayMs(delay, n))).toEqual([
      ...[200, 200, 400, 800, 1_000, 1_000],
    ]);
    expect(exponentialDelayMs({ ...delay, baseMs: 0 }, 5_000)).toBe(0);
  });
});
