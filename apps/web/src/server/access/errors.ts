import { SagascopeError } from "@sagascope/core/errors";

/**
 * Somebody who may only see some machines asked for what is not told apart by machine.
 * Every statement goes through `narrowSql`, so a read that nobody thought of ends here and not with everybody's rows.
 */
export class NotByMachineError extends SagascopeError {
  readonly code = "NOT_BY_MACHINE";
  readonly fault = "caller";

  constructor(what: string) {
    super(
      `your role is limited to some machines, and this cannot be told apart by machine: ${what}`,
    );
  }
}

/** A rule of this console asks for a second factor that this person has not set up. */
export class SecondFactorRequiredError extends SagascopeError {
  readonly code = "SECOND_FACTOR_REQUIRED";
  readonly fault = "caller";

  constructor() {
    super("set up a second factor first: Settings, Account");
  }
}

/** Somebody tried something too often. */
export class TooManyRequestsError extends SagascopeError {
  readonly code = "TOO_MANY_REQUESTS";
  readonly fault = "caller";
  readonly retryAfterSeconds: number;

  constructor(retryAfterMs: number) {
    const seconds = Math.max(1, Math.ceil(retryAfterMs / 1_000));
    super(`too many tries: wait ${seconds} s`);
    this.retryAfterSeconds = seconds;
  }
}

/** A user, role, session or token that is not there. */
export class AccessNotFoundError extends SagascopeError {
  readonly code = "ACCESS_NOT_FOUND";
  readonly fault = "caller";

  constructor(what: string) {
    super(`no ${what}`);
  }
}

/** A change to users, roles or tokens that may not be made as things are. */
export class AccessRefusedError extends SagascopeError {
  readonly code = "ACCESS_REFUSED";
  readonly fault = "caller";
}
