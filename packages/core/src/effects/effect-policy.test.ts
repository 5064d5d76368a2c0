import { describe, expect, it } from "vitest";
import { type Jitter, RetryPolicy } from "../sagas/retry-policy.ts";
import { effectBackoffMs, effectPolicyOf } from "./effect-policy.ts";

describe("effectPolicyOf", () => {
  it("tries once when the chart answers errors, five times when nobody does", () => {
    expect(effectPolicyOf({}, true).attemptsMax).toBe(1);
    expect(effectPolicyOf({}, false).attemptsMax).toBe(5);
  });

  it("follows what the project declares", () => {
    const declared = { timeoutMs: 1_000, attemptsMax: 3, backoffMs: 10 };
    expect(effectPolicyOf({ declared }, true)).toEqual(declared);
  });

  it("gives a call the time that the logic says, unless the project says something itself", () => {
    expect(effectPolicyOf({}, true).timeoutMs).toBe(30_000);
    expect(effectPolicyOf({ timeoutMs: 90_000 }, true).timeoutMs).toBe(90_000);
    const declared = { timeoutMs: 7 };
    expect(effectPolicyOf({ declared, timeoutMs: 90_000 }, true).timeoutMs).toBe(7);
  });

  it("follows a retry policy of the logic, unless the project says something itself", () => {
    const retry = new RetryPolicy({ maxAttempts: 4 });
    const own = new RetryPolicy({ maxAttempts: 7 });
    expect(effectPolicyOf({ retry }, true)).toMatchObject({ attemptsMax: 4, retry });
    expect(effectPolicyOf({ retry, declared: { timeoutMs: 9 } }, true)).toMatchObject({
      attemptsMax: 4,
      timeoutMs: 9,
    });
    expect(effectPolicyOf({ retry, declared: { retry: own } }, true).retry).toBe(own);
    expect(effectPolicyOf({ retry, declared: { attemptsMax: 2 } }, true)).toEqual({
      attemptsMax: 2,
      timeoutMs: 30_000,
      backoffMs: 500,
    });
  });
});

describe("effectBackoffMs", () => {
  it("doubles up to a minute and is never zero", () => {
    const policy = effectPolicyOf({}, false);
    const waits = [1, 2, 3, 40].map((attempts) => effectBackoffMs(policy, attempts, () => 1));
    expect(waits).toEqual([500, 1_000, 2_000, 60_000]);
    expect(effectBackoffMs(policy, 1, () => 0)).toBe(375);
  });

  it.each<[Jitter, number, readonly number[]]>([
    ["none", 0.5, [100, 200, 400, 500]],
    ["full", 0.5, [50, 100, 200, 250]],
    ["equal", 0.5, [75, 150, 300, 375]],
    ["decorrelated", 0.5, [200, 300, 300, 300]],
    ["decorrelated", 1, [300, 500, 500, 500]],
    ["decorrelated", 0, [100, 100, 100, 100]],
  ])("waits as a policy with jitter %s says, at a draw of %f", (jitter, draw, waits) => {
    const retry = new RetryPolicy({ maxAttempts: 9, baseMs: 100, maxMs: 500, jitter });
    const policy = effectPolicyOf({ retry }, true);
    const drawn = [1, 2, 3, 4].map((attempts) => effectBackoffMs(policy, attempts, () => draw));
    expect(drawn).toEqual(waits);
  });
});
