import { SagascopeError } from "../kernel/errors.ts";

/** A replay was refused; the message says what the operator has to change. */
export class ReplayRefusedError extends SagascopeError {
  readonly code = "REPLAY_REFUSED";
  readonly fault = "caller";
}
