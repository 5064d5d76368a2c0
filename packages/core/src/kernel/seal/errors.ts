import { SagascopeError } from "../errors.ts";

/** Something was sealed with a key that the ring does not hold. */
export class SealKeyUnknownError extends SagascopeError {
  readonly code = "SEAL_KEY_UNKNOWN";
  readonly fault = "caller";
  readonly keyId: string;

  constructor(keyId: string) {
    super(`seal key '${keyId}' is not in the key ring, add it to open what it sealed`);
    this.keyId = keyId;
  }
}

/** Sealed bytes are not what was sealed: changed, cut off, moved to another record, or not sealed bytes at all. */
export class SealBrokenError extends SagascopeError {
  readonly code = "SEAL_BROKEN";
  readonly fault = "caller";

  constructor(problem: string) {
    super(`sealed bytes cannot be opened: ${problem}`);
  }
}
