import { SagascopeError } from "@sagascope/core/errors";

/** The one-time secret is wrong, used up, or no longer wanted because somebody can already sign in. */
export class InviteRefusedError extends SagascopeError {
  readonly code = "INVITE_REFUSED";
  readonly fault = "caller";

  constructor(problem: string) {
    super(`the first admin cannot be created: ${problem}`);
  }
}
