import { SagascopeError } from "../kernel/errors.ts";

/** A schema of data cannot be used; `field` is the path within it, empty for the whole. */
export class InvalidSchemaError extends SagascopeError {
  readonly code = "INVALID_SCHEMA";
  readonly fault = "caller";
  readonly field: string;
  readonly problem: string;

  constructor(field: string, problem: string, options?: ErrorOptions) {
    super(field === "" ? `schema ${problem}` : `schema: ${field} ${problem}`, options);
    this.field = field;
    this.problem = problem;
  }
}

/** An envelope's data is not as its declared schema says; `field` is the path within it. */
export class DataMismatchError extends SagascopeError {
  readonly code = "DATA_MISMATCH";
  readonly fault = "message";
  readonly field: string;

  constructor(type: string, field: string, problem: string) {
    super(`data of '${type}' does not fit its schema: ${field} ${problem}`);
    this.field = field;
  }
}
