import { SagascopeError } from "@sagascope/core/errors";

/** There is no instance of this machine for this subject. */
export class InstanceNotFoundError extends SagascopeError {
  readonly code = "INSTANCE_NOT_FOUND";
  readonly fault = "caller";

  constructor(machineId: string, subject: string) {
    super(`machine '${machineId}' has no instance for subject '${subject}'`);
  }
}

/** An instance never committed such a step, or the step is past its retention. */
export class StepNotFoundError extends SagascopeError {
  readonly code = "STEP_NOT_FOUND";
  readonly fault = "caller";

  constructor(revision: number) {
    super(`step ${revision} is not recorded`);
  }
}

/** No envelope of this conversation, or with this id, is recorded. */
export class EnvelopeNotFoundError extends SagascopeError {
  readonly code = "ENVELOPE_NOT_FOUND";
  readonly fault = "caller";

  constructor(name: string, value: string) {
    super(`no envelope with ${name} '${value}' is recorded`);
  }
}

/** No chart version has this id. */
export class ChartNotFoundError extends SagascopeError {
  readonly code = "CHART_NOT_FOUND";
  readonly fault = "caller";

  constructor(chartId: number) {
    super(`no chart version has the id ${chartId}`);
  }
}
