import { SagascopeError } from "../kernel/errors.ts";

/** A project's function gave a key that the inbox cannot hold. Fails the envelope like a step that throws. */
export class InvalidDedupKeyError extends SagascopeError {
  readonly code = "INVALID_DEDUP_KEY";
  readonly fault = "message";

  constructor(problem: string) {
    super(`dedup key ${problem}`);
  }
}
