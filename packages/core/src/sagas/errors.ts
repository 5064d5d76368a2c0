import { SagascopeError } from "../kernel/errors.ts";

/** A declaration of a saga was refused. */
export class InvalidSagaError extends SagascopeError {
  readonly code = "INVALID_SAGA";
  readonly fault = "caller";
}

/** A retry policy was given settings it cannot work with, or its source of chance misbehaved. */
export class InvalidRetryPolicyError extends SagascopeError {
  readonly code = "INVALID_RETRY_POLICY";
  readonly fault = "caller";
}
