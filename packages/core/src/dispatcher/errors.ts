import { SagascopeError } from "../kernel/errors.ts";

/** A delivery is for a relay that this worker's project does not have, as while a new version is rolled out. */
export class UnknownRelayError extends SagascopeError {
  readonly code = "UNKNOWN_RELAY";
  readonly fault = "infrastructure";

  constructor(relay: string) {
    super(`relay '${relay}' is not in this worker: start a worker of the project that defines it`);
  }
}
