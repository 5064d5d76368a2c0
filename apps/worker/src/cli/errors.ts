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
