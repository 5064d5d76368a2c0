import { SagascopeError } from "@sagascope/core/errors";

/** The embedded Postgres cannot be brought up, or answered in a way that makes its data unusable. */
export class EmbeddedPostgresError extends SagascopeError {
  readonly code = "EMBEDDED_POSTGRES_FAILED";
  readonly fault = "infrastructure";

  constructor(problem: string, options?: ErrorOptions) {
    super(`embedded Postgres: ${problem}`, options);
  }
}
