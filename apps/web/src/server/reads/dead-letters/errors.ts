import { SagascopeError } from "@sagascope/core/errors";

/** No dead letter has this id. */
export class DeadLetterNotFoundError extends SagascopeError {
  readonly code = "DEAD_LETTER_NOT_FOUND";
  readonly fault = "caller";

  constructor(id: string) {
    super(`no dead letter has the id '${id}'`);
  }
}

/** No operator command has this id. */
export class CommandNotFoundError extends SagascopeError {
  readonly code = "COMMAND_NOT_FOUND";
  readonly fault = "caller";

  constructor(id: string) {
    super(`no command has the id '${id}'`);
  }
}
