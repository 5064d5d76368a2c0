import { SagascopeError } from "../kernel/errors.ts";

/** A broker cannot be reached, or did not answer in time. Never counted against an envelope. */
export class BrokerUnavailableError extends SagascopeError {
  readonly code = "BROKER_UNAVAILABLE";
  readonly fault = "infrastructure";

  constructor(broker: string, problem: string, options?: ErrorOptions) {
    super(`${broker}: ${problem}`, options);
  }
}

/** A broker answered, and does not take this. */
export class BrokerRefusedError extends SagascopeError {
  readonly code = "BROKER_REFUSED";
  readonly fault = "message";

  constructor(broker: string, problem: string, options?: ErrorOptions) {
    super(`${broker}: ${problem}`, options);
  }
}

/** Whether an error says that the broker was not reached. */
export function isOutage(error: unknown): boolean {
  return error instanceof SagascopeError && error.fault === "infrastructure";
}
