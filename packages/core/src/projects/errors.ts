import { SagascopeError } from "../kernel/errors.ts";

/** A project's definition cannot be used; `field` is the path of what has to change. */
export class InvalidProjectError extends SagascopeError {
  readonly code = "INVALID_PROJECT";
  readonly fault = "caller";
  readonly field: string;

  constructor(field: string, problem: string) {
    super(`project: ${field} ${problem}`);
    this.field = field;
  }
}
