/**
 * Whose fault an error is, which alone decides what happens next:
 *
 * - `message`: the message failed on its own merits; counts as an attempt, dead-lettered when attempts run out.
 * - `infrastructure`: a store or broker is down; tried again, never counted.
 * - `caller`: the request was refused; reported to the caller, never retried.
 */
export type Fault = "message" | "infrastructure" | "caller";

/** Base of every error this package throws on purpose. `code` is stable and safe to match on. */
export abstract class SagascopeError extends Error {
  abstract readonly code: string;
  abstract readonly fault: Fault;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** The store could not be reached, or gave up before it finished. */
export class StoreUnavailableError extends SagascopeError {
  readonly code = "STORE_UNAVAILABLE";
  readonly fault = "infrastructure";

  constructor(operation: string, options?: ErrorOptions) {
    super(`${operation}: the store is unavailable`, options);
  }
}
