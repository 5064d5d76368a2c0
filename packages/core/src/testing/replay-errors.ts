import { SagascopeError } from "../kernel/errors.ts";

/** Which step of which instance. */
export interface StepPlace {
  readonly machineId: string;
  readonly subject: string;
  readonly revision: number;
}

/** Recorded steps that were taken again did not come to what was recorded. */
export class ReplayDiffersError extends SagascopeError {
  readonly code = "REPLAY_DIFFERS";
  readonly fault = "caller";
  readonly place: StepPlace;

  constructor(place: StepPlace, problem: string) {
    super(`step ${place.revision} of '${place.machineId}' '${place.subject}': ${problem}`);
    this.place = place;
  }
}
