import { SagascopeError } from "../kernel/errors.ts";

/** A broker cannot be reached, or did not answer in time. Never counted against an envelope. */
export class BrokerUnavailableError extends SagascopeError {
  readonly code = "BROKER_UNAVAILABLE";
  readonly fault = "infrastructure";

  constructor(broker: string, problem: string, options?: ErrorOptions) {
    super(`${broker}: ${problem}`, options);
  }
}

/**
 * A broker does not let us in, or not do this: user, password, rights. For a person to mend there or in the settings, and never
 * counted against an envelope, as an outage.
 */
export class BrokerDeniedError extends SagascopeError {
  readonly code = "BROKER_DENIED";
  readonly fault = "infrastructure";

  constructor(broker: string, problem: string, options?: ErrorOptions) {
    super(`${broker}: does not allow it: ${problem}`, options);
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

/** Whether an error says that the broker was not reached, rather than what it answered. */
export function isOutage(error: unknown): boolean {
  if (error instanceof BrokerDeniedError) return false;
  return error instanceof SagascopeError && error.fault === "infrastructure";
}
