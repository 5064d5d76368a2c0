import { exponentialDelayMs } from "../kernel/exponential-delay.ts";
import { InvalidRetryPolicyError } from "./errors.ts";

const JITTERS = ["none", "full", "equal", "decorrelated"] as const;

/**
 * How chance spreads a delay `d`, so that callers who failed together do not come back together.
 *
 * - `none`: `d`
 * - `full`: 0 to `d`
 * - `equal`: half of `d`, and up to half more
 * - `decorrelated`: base to three times the previous delay, at most the cap
 */
export type Jitter = (typeof JITTERS)[number];

/** Settings of a retry policy. */
export interface RetryPolicyOptions {
  /** Tries in all, the first included. Default 5. */
  readonly maxAttempts?: number;
  /** Delay after the first failure. Default 200. */
  readonly baseMs?: number;
  /** What each further failure multiplies the delay by. Default 2. */
  readonly factor?: number;
  /** No delay is longer. Default 30,000. */
  readonly maxMs?: number;
  /** Default `full`. */
  readonly jitter?: Jitter;
  /** Source of chance, 0 to 1. Default: `Math.random`; in a saga a draw that follows from the instance's context. */
  readonly rng?: () => number;
}

/** What a delay depends on besides the attempt. */
export interface DelayCircumstances {
  /** The delay before this one, for `decorrelated`. Default: the base. */
  readonly previousMs?: number;
  /** Used instead of the policy's own source when that has none. */
  readonly rng?: () => number;
}

/** Exponential back-off with jitter and a bounded number of tries. Immutable. */
export class RetryPolicy {
  readonly maxAttempts: number;
  readonly baseMs: number;
  readonly factor: number;
  readonly maxMs: number;
  readonly jitter: Jitter;
  readonly rng: (() => number) | undefined;

  /** @throws {InvalidRetryPolicyError} if a setting is out of range */
  constructor(options: RetryPolicyOptions = {}) {
    this.maxAttempts = options.maxAttempts ?? 5;
    this.baseMs = options.baseMs ?? 200;
    this.factor = options.factor ?? 2;
    this.maxMs = options.maxMs ?? 30_000;
    this.jitter = options.jitter ?? "full";
    this.rng = options.rng;
    checkPolicy(this);
    Object.freeze(this);
  }

  /** Whether another try is due after this many failures. */
  canRetry(failures: number): boolean {
    return failures < this.maxAttempts;
  }

  /**
   * Milliseconds to wait after the failed attempt, which counts from 1.
   *
   * @throws {InvalidRetryPolicyError} if `attempt` is below 1, or the source of chance leaves 0 to 1
   */
  delayMs(attempt: number, circumstances: DelayCircumstances = {}): number {
    if (!(attempt >= 1)) refuse(`attempt counts from 1, got ${attempt}`);
    const rng = this.rng ?? circumstances.rng ?? Math.random;
    const delay = exponentialDelayMs(this, attempt);
    switch (this.jitter) {
      case "none":
        return delay;
      case "full":
        return draw(rng) * delay;
      case "equal":
        return delay / 2 + (draw(rng) * delay) / 2;
      case "decorrelated": {
        const high = Math.min(this.maxMs, (circumstances.previousMs ?? this.baseMs) * 3);
        const low = Math.min(this.baseMs, high);
        return low + draw(rng) * (high - low);
      }
    }
  }

  /** The longest that is waited in all, after each of its tries. */
  longestWaitsMs(): number {
    let sum = 0;
    let longest = this.jitter === "decorrelated" ? this.baseMs : 0;
    for (let attempt = 1; attempt <= this.maxAttempts; attempt += 1) {
      const before = longest;
      longest =
        this.jitter === "decorrelated"
          ? Math.min(this.maxMs, before * 3)
          : exponentialDelayMs(this, attempt);
      // It has stopped growing: however many tries are left, they wait the same.
      if (longest === before) return sum + longest * (this.maxAttempts - attempt + 1);
      sum += longest;
    }
    return sum;
  }
}

function draw(rng: () => number): number {
  const drawn = rng();
  if (!(drawn >= 0 && drawn <= 1)) refuse(`rng must return a number from 0 to 1, got ${drawn}`);
  return drawn;
}

function checkPolicy({ maxAttempts, baseMs, factor, maxMs, jitter }: RetryPolicy): void {
  if (!Number.isInteger(maxAttempts) || maxAttempts < 1) {
    refuse(`maxAttempts must be an integer of at least 1, got ${maxAttempts}`);
  }
  for (const [name, value, least] of [
    ["baseMs", baseMs, 0],
    ["maxMs", maxMs, 0],
    ["factor", factor, 1],
  ] as const) {
    if (!Number.isFinite(value) || value < least) {
      refuse(`${name} must be a finite number of at least ${least}, got ${value}`);
    }
  }
  if (!JITTERS.includes(jitter)) {
    refuse(`jitter must be one of ${JITTERS.join(", ")}, got ${jitter}`);
  }
}

function refuse(message: string): never {
  throw new InvalidRetryPolicyError(message);
}
