import { SagascopeError } from "../kernel/errors.ts";

/** A replay was refused; the message says what the operator has to change. */
export class ReplayRefusedError extends SagascopeError {
  readonly code = "REPLAY_REFUSED";
  readonly fault = "caller";
}

/** A request about an instance was refused before it was written; the message says what the operator has to change. */
export class OperationRefusedError extends SagascopeError {
  readonly code = "OPERATION_REFUSED";
  readonly fault = "caller";
}
