import { InvalidConfigError } from "../../kernel/errors.ts";

/** How long to wait between looks at a table. */
export interface PollSettings {
  readonly minMs: number;
  readonly maxMs: number;
  /** What each look in vain multiplies the wait by. */
  readonly factor: number;
  /** Up to this share of the wait less, so that many consumers do not look at once; default none. */
  readonly jitter?: number;
}

/** Waits that grow while there is nothing to do. */
export interface AdaptivePoll {
  /** @returns milliseconds to wait after a look that found so much: none behind a full batch */
  after(found: number, batchSize: number): number;
  /** Something happened: begin with the shortest wait again. */
  reset(): void;
}

/** @throws {InvalidConfigError} naming the setting that cannot be used */
export function createAdaptivePoll(
  { minMs, maxMs, factor, jitter = 0 }: PollSettings,
  rng: () => number = Math.random,
): AdaptivePoll {
  if (!(Number.isFinite(minMs) && minMs > 0)) {
    throw new InvalidConfigError("poll.minMs", `must be more than 0, got ${minMs}`);
  }
  if (!(Number.isFinite(maxMs) && maxMs >= minMs)) {
    throw new InvalidConfigError("poll.maxMs", `must be at least minMs ${minMs}, got ${maxMs}`);
  }
  if (!(Number.isFinite(factor) && factor >= 1)) {
    throw new InvalidConfigError("poll.factor", `must be at least 1, got ${factor}`);
  }
  if (!(jitter >= 0 && jitter <= 1)) {
    throw new InvalidConfigError("poll.jitter", `must be from 0 to 1, got ${jitter}`);
  }
  let nextMs = minMs;
  return {
    after(found, batchSize) {
      if (found > 0) nextMs = minMs;
      if (found >= batchSize) return 0;
      const waitMs = nextMs;
      if (found === 0) nextMs = Math.min(maxMs, nextMs * factor);
      return Math.round(waitMs * (1 - jitter * rng()));
    },
    reset() {
      nextMs = minMs;
    },
  };
}
