import { describe, expect, it } from "vitest";
import { effectBackoffMs, effectPolicyOf } from "./effect-policy.ts";

describe("effectPolicyOf", () => {
  it("tries once when the chart answers errors, five times when nobody does", () => {
    expect(effectPolicyOf(undefined, true).attemptsMax).toBe(1);
    expect(effectPolicyOf(undefined, false).attemptsMax).toBe(5);
  });

  it("follows what the project declares", () => {
    const declared = { timeoutMs: 1_000, attemptsMax: 3, backoffMs: 10 };
    expect(effectPolicyOf(declared, true)).toEqual(declared);
  });
});

describe("effectBackoffMs", () => {
  it("doubles up to a minute and is never zero", () => {
    const policy = effectPolicyOf(undefined, false);
    const waits = [1, 2, 3, 40].map((attempts) => effectBackoffMs(policy, attempts, () => 1));
    expect(waits).toEqual([500, 1_000, 2_000, 60_000]);
    expect(effectBackoffMs(policy, 1, () => 0)).toBe(375);
  });
});
