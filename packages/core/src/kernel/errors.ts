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

/** A setting or argument is outside what the function promises to work with. */
export class InvalidConfigError extends SagascopeError {
  readonly code = "INVALID_CONFIG";
  readonly fault = "caller";
  /** The setting's name, for example `maxBytes`. */
  readonly setting: string;

  /** @param problem what is wrong and what was found, without the value when it may be a secret */
  constructor(setting: string, problem: string, options?: ErrorOptions) {
    super(`${setting} ${problem}`, options);
    this.setting = setting;
  }
}

/** An optional feature was used without the package it needs. */
export class MissingExtraError extends SagascopeError {
  readonly code = "MISSING_EXTRA";
  readonly fault = "caller";
  /** The npm package to install. */
  readonly packageName: string;

  constructor(packageName: string, options?: ErrorOptions) {
    super(`package '${packageName}' is not installed, run: npm install ${packageName}`, options);
    this.packageName = packageName;
  }
}

/** Why a value or a text is not JSON that this package accepts. */
export type InvalidJsonReason = "syntax" | "encoding" | "depth" | "number" | "size" | "value";

/** A text is not JSON, or a value cannot be written as JSON. The message never quotes the input. */
export class InvalidJsonError extends SagascopeError {
  readonly code = "INVALID_JSON";
  readonly fault = "message";
  readonly reason: InvalidJsonReason;

  constructor(reason: InvalidJsonReason, problem: string, options?: ErrorOptions) {
    super(problem, options);
    this.reason = reason;
  }
}
