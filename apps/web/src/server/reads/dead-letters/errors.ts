import { SagascopeError } from "@sagascope/core/errors";

/** No dead letter has this id. */
export class DeadLetterNotFoundError extends SagascopeError {
  readonly code = "DEAD_LETTER_NOT_FOUND";
  readonly fault = "caller";

  constructor(id: string) {
    super(`no dead letter has the id '${id}'`);
  }
}

/** No bulk replay has this id. */
export class ReplayJobNotFoundError extends SagascopeError {
  readonly code = "REPLAY_JOB_NOT_FOUND";
  readonly fault = "caller";

  constructor(id: string) {
    super(`no replay job has the id '${id}'`);
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

/** No frozen selection has this id. */
export class SelectionNotFoundError extends SagascopeError {
  readonly code = "SELECTION_NOT_FOUND";
  readonly fault = "caller";

  constructor(id: string) {
    super(`no selection has the id '${id}'`);
  }
}
