import { describe, expect, it } from "vitest";
import { InvalidConfigError } from "../../kernel/errors.ts";
import { RetryPolicy } from "../../sagas/retry-policy.ts";
import { readGolden } from "../../testing/golden.ts";
import {
  constantRetry,
  type ExponentialRetryOptions,
  exponentialRetry,
  linearRetry,
  noRetry,
  policyRetry,
} from "./retry-strategies.ts";
import type { RetryStrategy } from "./retry-strategy.ts";

interface FaststreamCase {
  readonly strategy: string;
  readonly args: Readonly<Record<string, number | string>>;
  readonly delays_by_attempt_1_to_7_null_is_terminal?: readonly (number | null)[];
  readonly delays?: readonly (number | null)[];
}

const ms = (seconds: number | string | undefined) =>
  seconds === undefined ? undefined : Number(seconds) * 1_000;
const count = (value: number | string | undefined) =>
  value === undefined ? undefined : Number(value);

/** One of ours with the settings of one of theirs. */
function strategyOf({ strategy, args }: FaststreamCase): RetryStrategy {
  const limits = {
    attemptsMax: count(args.max_attempts),
    totalMsMax: ms(args.max_total_delay_seconds),
  };
  if (strategy === "NoRetry") return noRetry;
  if (strategy.startsWith("ConstantRetry")) {
    return constantRetry({ ...limits, delayMs: ms(args.delay_seconds) ?? 0 });
  }
  const initialMs = ms(args.initial_delay_seconds) ?? 0;
  if (strategy === "LinearRetry") {
    return linearRetry({ ...limits, initialMs, stepMs: ms(args.step_seconds) ?? 0 });
  }
  const share = count(args.jitter_factor);
  const options: ExponentialRetryOptions = {
    ...{ ...limits, initialMs, factor: count(args.multiplier), maxMs: ms(args.max_delay_seconds) },
    ...(share === undefined ? {} : { jitter: { kind: "added", share }, rng: () => 0.5 }),
  };
  return exponentialRetry(options);
}

/** The waits of tries that fail as soon as they are due, until the message is given up. */
function secondsOf(strategy: RetryStrategy, tries: number): readonly (number | null)[] {
  const delays: (number | null)[] = [];
  let failingForMs = 0;
  for (let attempts = 1; attempts <= tries; attempts += 1) {
    const delayMs = strategy({ attempts, error: new Error("no"), failingForMs });
    delays.push(delayMs === undefined ? null : delayMs / 1_000);
    if (delayMs === undefined) break;
    failingForMs += delayMs;
  }
  return delays;
}

describe("retry strategies", () => {
  for (const golden of ["faststream_retry_010", "faststream_retry_head"]) {
    for (const one of readGolden<{ cases: readonly FaststreamCase[] }>(golden).cases) {
      it(`waits as ${one.strategy} of ${golden} does [RTY-06][RTY-07][RTY-10]`, () => {
        const delays = one.delays ?? one.delays_by_attempt_1_to_7_null_is_terminal ?? [];
        expect(delays.length).toBeGreaterThan(0);
        expect(secondsOf(strategyOf(one), delays.length)).toEqual(delays);
      });
    }
  }

  it("spreads a wait to both sides of it, beyond its cap too, and never overflows [RTY-11]", () => {
    const { defaults, cases } = readGolden<{
      readonly defaults: Readonly<Record<"base_s" | "factor" | "maximum_s" | "jitter", number>>;
      readonly cases: readonly {
        readonly attempt: number;
        readonly r: number;
        readonly delay_s: number;
      }[];
    }>("txoutbox_backoff");
    for (const { attempt, r, delay_s } of cases) {
      const strategy = exponentialRetry({
        ...{ initialMs: defaults.base_s * 1_000, factor: defaults.factor },
        ...{ maxMs: defaults.maximum_s * 1_000, rng: () => r },
        jitter: { kind: "around", share: defaults.jitter },
      });
      const failure = { attempts: attempt, error: undefined, failingForMs: 0 };
      expect(strategy(failure)).toBeCloseTo(delay_s * 1_000, 6);
    }
  });

  it("hands the error to the strategy, which may try again only what can get better [RTY-08][EXA-10]", () => {
    class Passing extends Error {}
    const later = constantRetry({ delayMs: 5 });
    const strategy: RetryStrategy = (failure) =>
      failure.error instanceof Passing ? later(failure) : undefined;
    const failed = (error: Error) => strategy({ attempts: 1, error, failingForMs: 0 });

    expect(failed(new Passing())).toBe(5);
    expect(failed(new TypeError())).toBeUndefined();
  });

  it("takes a saga's policy", () => {
    const strategy = policyRetry(new RetryPolicy({ maxAttempts: 2, baseMs: 7, jitter: "none" }));
    expect(secondsOf(strategy, 3)).toEqual([0.007, null]);
  });

  it.each<[string, () => RetryStrategy]>([
    ["delayMs", () => constantRetry({ delayMs: -1 })],
    ["stepMs", () => linearRetry({ initialMs: 1, stepMs: Number.NaN })],
    ["initialMs", () => linearRetry({ initialMs: Number.POSITIVE_INFINITY, stepMs: 1 })],
    ["factor", () => exponentialRetry({ initialMs: 1, factor: 0.5 })],
    ["maxMs", () => exponentialRetry({ initialMs: 2, maxMs: 1 })],
    [
      "jitter.share",
      () => exponentialRetry({ initialMs: 1, jitter: { kind: "around", share: 1.1 } }),
    ],
    ["attemptsMax", () => constantRetry({ delayMs: 1, attemptsMax: 0 })],
    ["totalMsMax", () => constantRetry({ delayMs: 1, totalMsMax: -1 })],
  ])("refuses a %s that makes no sense, by its name [ERR-04]", (setting, make) => {
    expect(make).toThrow(InvalidConfigError);
    expect(make).toThrow(setting);
  });

  it("refuses a try that counts from 0, and chance beyond 0 to 1 [RTY-11]", () => {
    const jitter = { kind: "added", share: 0.5 } as const;
    const strategy = exponentialRetry({ initialMs: 1, jitter, rng: () => 1.01 });
    expect(() => strategy({ attempts: 0, error: undefined, failingForMs: 0 })).toThrow("attempts");
    expect(() => strategy({ attempts: 1, error: undefined, failingForMs: 0 })).toThrow("rng");
  });
});
