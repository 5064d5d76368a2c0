import { describe, expect, it } from "vitest";
import { readGolden } from "../testing/golden.ts";
import { InvalidRetryPolicyError } from "./errors.ts";
import { type Jitter, RetryPolicy, type RetryPolicyOptions } from "./retry-policy.ts";

interface PolicyGolden {
  readonly max_attempts?: number;
  readonly base_ms?: number;
  readonly factor?: number;
  readonly max_ms?: number;
  readonly jitter?: Jitter;
}

interface RetryGolden {
  readonly defaults: PolicyGolden;
  readonly cases: readonly {
    readonly policy: PolicyGolden;
    readonly rng?: number | null;
    readonly delay_after_failed_attempt_1_to_7?: readonly number[];
    readonly can_retry_by_counter_0_to_7?: readonly boolean[];
    readonly attempt?: number;
    readonly delay_ms?: number;
  }[];
  readonly errors: readonly { readonly args: Readonly<Record<string, string | number>> }[];
}

const golden = readGolden<RetryGolden>("retry_policy");
const traces = golden.cases.filter((row) => row.delay_after_failed_attempt_1_to_7 !== undefined);

function optionsOf(policy: PolicyGolden, rng?: number | null): RetryPolicyOptions {
  return {
    maxAttempts: policy.max_attempts,
    baseMs: policy.base_ms,
    factor: policy.factor,
    maxMs: policy.max_ms,
    jitter: policy.jitter,
    rng: typeof rng === "number" ? () => rng : undefined,
  };
}

describe("RetryPolicy", () => {
  it("has the documented defaults [RTY-01]", () => {
    const { maxAttempts, baseMs, factor, maxMs, jitter } = new RetryPolicy();

    expect({ max_attempts: maxAttempts, base_ms: baseMs, factor, max_ms: maxMs, jitter }).toEqual(
      golden.defaults,
    );
  });

  it.each(traces)("delays as $policy.jitter with draw $rng [RTY-01]", ({ policy, rng, ...row }) => {
    const retry = new RetryPolicy(optionsOf(policy, rng));
    let previousMs: number | undefined;

    const delays = [1, 2, 3, 4, 5, 6, 7].map((attempt) => {
      previousMs = retry.delayMs(attempt, { previousMs });
      return previousMs;
    });

    for (const [at, expected] of (row.delay_after_failed_attempt_1_to_7 ?? []).entries()) {
      expect(delays[at]).toBeCloseTo(expected, 6);
    }
    expect([0, 1, 2, 3, 4, 5, 6, 7].map((failures) => retry.canRetry(failures))).toEqual(
      row.can_retry_by_counter_0_to_7,
    );
  });

  it("takes an overflow for the cap [RTY-02]", () => {
    const row = golden.cases.find(({ attempt }) => attempt !== undefined);
    const retry = new RetryPolicy(optionsOf(row?.policy ?? {}));

    expect(retry.delayMs(row?.attempt ?? 0)).toBe(row?.delay_ms);
    expect(new RetryPolicy({ jitter: "none" }).delayMs(5_000)).toBe(30_000);
  });

  it.each(golden.errors)("refuses $args [RTY-02]", ({ args }) => {
    const number = (value: unknown) =>
      value === undefined ? undefined : value === "inf" ? Number.POSITIVE_INFINITY : Number(value);
    const act = () =>
      new RetryPolicy({
        maxAttempts: number(args.max_attempts),
        baseMs: number(args.base_ms),
        factor: number(args.factor),
        maxMs: number(args.max_ms),
        jitter: args.jitter as Jitter | undefined,
        rng: args.rng === undefined ? undefined : () => Number(args.rng),
      }).delayMs(args.attempt === undefined ? 1 : Number(args.attempt));

    expect(act).toThrow(InvalidRetryPolicyError);
  });

  it("refuses a number of attempts that is no integer [RTY-02]", () => {
    expect(() => new RetryPolicy({ maxAttempts: 1.5 })).toThrow(
      "maxAttempts must be an integer of at least 1, got 1.5",
    );
  });
});
