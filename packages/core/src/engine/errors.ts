import { SagascopeError } from "../kernel/errors.ts";

/** Part of a commit no longer fits what the store holds: somebody else ended the work first. Nothing was written. */
export class CommitConflictError extends SagascopeError {
  readonly code = "COMMIT_CONFLICT";
  readonly fault = "infrastructure";

  constructor(what: string, expected: number, found: number) {
    super(`commit: ${what} no longer fits, expected ${expected} row(s), found ${found}`);
  }
}
