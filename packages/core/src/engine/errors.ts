import { SagascopeError } from "../kernel/errors.ts";

/** Part of a commit no longer fits what the store holds: somebody else ended the work first. Nothing was written. */
export class CommitConflictError extends SagascopeError {
  readonly code = "COMMIT_CONFLICT";
  readonly fault = "infrastructure";

  constructor(what: string, expected: number, found: number) {
    super(`commit: ${what} no longer fits, expected ${expected} row(s), found ${found}`);
  }
}

/** A worker's leases were left with it. */
export class LeasesNotHandedBackError extends SagascopeError {
  readonly code = "LEASES_NOT_HANDED_BACK";
  readonly fault = "caller";
  readonly workerId: string;

  constructor(workerId: string, why: string, options?: ErrorOptions) {
    super(`leases of worker '${workerId}' were not handed back: ${why}`, options);
    this.workerId = workerId;
  }
}
