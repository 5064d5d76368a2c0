import { SagascopeError } from "@sagascope/core/errors";

/** The command line or the environment asks for something that there is not. Exit code 2. */
export class UsageError extends SagascopeError {
  readonly code = "USAGE";
  readonly fault = "caller";
}

/** What was asked for by name does not exist. Exit code 1. */
export class NotFoundError extends SagascopeError {
  readonly code = "NOT_FOUND";
  readonly fault = "caller";
}

/** What was asked for was tried and did not come about. Exit code 1. */
export class CommandFailedError extends SagascopeError {
  readonly code = "COMMAND_FAILED";
  readonly fault = "message";
}
