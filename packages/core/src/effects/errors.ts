import { SagascopeError } from "../kernel/errors.ts";

/** A service did not answer in time; whether it did its work is not known. */
export class CallTimeoutError extends SagascopeError {
  readonly code = "CALL_TIMEOUT";
  readonly fault = "message";

  constructor(service: string, timeoutMs: number) {
    super(`service '${service}' did not answer within ${timeoutMs} ms`);
  }
}

/** The state that asked for the call was left while it ran. */
export class StateLeftError extends SagascopeError {
  readonly code = "STATE_LEFT";
  readonly fault = "message";

  constructor() {
    super("the state that asked for this call was left");
  }
}

/** Workers died while they made the call and did nothing else, as often as it may be tried: it is not made again. */
export class CallKillsWorkerError extends SagascopeError {
  readonly code = "CALL_KILLS_WORKER";
  readonly fault = "message";

  constructor(service: string, deaths: number) {
    super(
      `service '${service}' ended its worker: ${deaths} died while they called it, the last ones doing nothing else`,
    );
  }
}

/** The worker stops; the call is handed back and made again elsewhere. */
export class WorkerStoppingError extends SagascopeError {
  readonly code = "WORKER_STOPPING";
  readonly fault = "infrastructure";

  constructor() {
    super("the worker is stopping");
  }
}

/** A chart names a service or action that this worker's code does not have. */
export class UnknownServiceError extends SagascopeError {
  readonly code = "UNKNOWN_SERVICE";
  readonly fault = "message";

  constructor(machineId: string, name: string) {
    super(`machine '${machineId}' has no service or action '${name}' in this worker`);
  }
}
