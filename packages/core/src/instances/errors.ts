import { SagascopeError } from "../kernel/errors.ts";

/**
 * Why a step failed.
 *
 * - `threw`: a guard, assigner or delay threw, or gave something that cannot be kept as JSON.
 * - `unhandled_service_error`: a service failed, and no `onError` of the chart takes it now.
 * - `endless_loop`: always transitions or raised events did not come to rest.
 */
export type StepFailure = "threw" | "unhandled_service_error" | "endless_loop";

/** A step could not be completed. Nothing of it counts; the instance stays where it was. */
export class StepFailedError extends SagascopeError {
  readonly code = "STEP_FAILED";
  readonly fault = "message";
  readonly machineId: string;
  /** The chart's own name of the event. */
  readonly event: string;
  readonly reason: StepFailure;

  constructor(machineId: string, event: string, reason: StepFailure, cause: unknown) {
    super(`step '${event}' of machine '${machineId}' failed: ${textOf(cause)}`, { cause });
    this.machineId = machineId;
    this.event = event;
    this.reason = reason;
  }
}

/** Someone outside sent an event under a name that only the engine may use. */
export class ReservedEventError extends SagascopeError {
  readonly code = "RESERVED_EVENT";
  readonly fault = "message";
  readonly event: string;

  constructor(event: string) {
    super(`event '${event}' is a name of the engine and cannot be sent`);
    this.event = event;
  }
}

function textOf(cause: unknown): string {
  const isNamed = typeof cause === "object" && cause !== null && "message" in cause;
  return isNamed ? String(cause.message) : String(cause);
}
