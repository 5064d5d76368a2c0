import { SagascopeError } from "../kernel/errors.ts";

/** Machines kept feeding each other: there was still something to do after the last round that was allowed. */
export class NotQuietError extends SagascopeError {
  readonly code = "NOT_QUIET";
  readonly fault = "caller";
  /** Rounds that were run. */
  readonly rounds: number;

  constructor(rounds: number) {
    super(`still not quiet after ${rounds} rounds: do machines feed each other in a circle?`);
    this.rounds = rounds;
  }
}
