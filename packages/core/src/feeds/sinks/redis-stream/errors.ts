import { SagascopeError } from "../../../kernel/errors.ts";

/** Redis cannot be reached, or cannot take more just now. Never counted. */
export class RedisUnavailableError extends SagascopeError {
  readonly code = "REDIS_UNAVAILABLE";
  readonly fault = "infrastructure";

  constructor(problem: string, options?: ErrorOptions) {
    super(`redis: ${problem}`, options);
  }
}

/** The stream's key belongs to another source of positions. Going on would drop events without a word. */
export class ForeignStreamError extends SagascopeError {
  readonly code = "FOREIGN_STREAM";
  readonly fault = "caller";

  constructor(key: string, problem: string) {
    super(`redis: stream '${key}' ${problem}; give each feed a stream of its own`);
  }
}
