import { isReservedEventName } from "../envelope/event-names.ts";
import { InvalidSagaError } from "./errors.ts";
import { RetryPolicy } from "./retry-policy.ts";

/** What a step does, and what undoes it. */
export interface SagaStepOptions {
  /** Name of the service that does the step. */
  readonly invoke: string;
  /** Name of the service that undoes it when a later step fails for good. */
  readonly compensate?: string | null;
  /**
   * The step counts as failed after this; the call itself may still finish, and is then ignored. The call has as long, unless the
   * machine's `services` say less.
   */
  readonly timeoutMs?: number;
  /** How often the step is tried before the saga undoes what was done: on the chart, where each try is to be seen. */
  readonly retry?: RetryPolicy;
  /**
   * How often its undoing is tried before the saga gives up in `compensationFailed`. The engine tries it, with fresh tries each
   * time the instance is resumed; the chart stays as it is. `services` of the machine goes before.
   */
  readonly compensateRetry?: RetryPolicy;
}

/** One declared step. */
export interface SagaStep {
  readonly name: string;
  readonly invoke: string;
  readonly compensate?: string;
  readonly timeoutMs?: number;
  readonly retry?: RetryPolicy;
  readonly compensateRetry?: RetryPolicy;
}

const IDENTIFIER = /^[\p{ID_Start}_][\p{ID_Continue}]*$/u;

/** @throws {InvalidSagaError} if a name cannot stand in state names, context fields and event types alike */
export function checkIdentifier(kind: string, name: unknown): void {
  if (typeof name !== "string" || !IDENTIFIER.test(name)) {
    throw new InvalidSagaError(`${kind} name ${quoted(name)} must be an identifier`);
  }
}

/** @throws {InvalidSagaError} if the text is blank or none at all */
export function checkText(kind: string, text: unknown): void {
  if (typeof text !== "string" || text.trim() === "") {
    throw new InvalidSagaError(`${kind} must be a non-empty string, got ${quoted(text)}`);
  }
}

/** @throws {InvalidSagaError} if the event could not be sent from outside by exactly this name */
export function checkStartEvent(name: unknown): void {
  checkText("startEvent", name);
  const text = String(name);
  if (/[*\s]/.test(text)) {
    throw new InvalidSagaError(`startEvent ${quoted(text)} must be a plain event name`);
  }
  if (isReservedEventName(text)) {
    throw new InvalidSagaError(`startEvent ${quoted(text)} is an event name of the engine`);
  }
}

/**
 * Check one declaration against those before it.
 *
 * @throws {InvalidSagaError} saying what is wrong with which option
 */
export function declareStep(
  name: string,
  options: SagaStepOptions,
  before: readonly SagaStep[],
): SagaStep {
  checkIdentifier("step", name);
  const { invoke, compensate, timeoutMs, retry, compensateRetry } = options;
  checkText("invoke", invoke);
  if (compensate !== undefined && compensate !== null) checkText("compensate", compensate);
  if (timeoutMs !== undefined && !(Number.isInteger(timeoutMs) && timeoutMs > 0)) {
    throw new InvalidSagaError(`timeoutMs must be a positive integer, got ${quoted(timeoutMs)}`);
  }
  checkPolicy("retry", retry);
  checkPolicy("compensateRetry", compensateRetry);
  if (compensateRetry !== undefined && typeof compensate !== "string") {
    throw new InvalidSagaError(`step '${name}' has a compensateRetry, but no compensate`);
  }
  const step = Object.freeze({
    name,
    invoke,
    ...(typeof compensate === "string" ? { compensate } : {}),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(retry === undefined ? {} : { retry }),
    ...(compensateRetry === undefined ? {} : { compensateRetry }),
  });
  checkCollisions(step, before);
  return step;
}

function checkPolicy(option: string, policy: unknown): void {
  if (policy === undefined || policy instanceof RetryPolicy) return;
  throw new InvalidSagaError(`${option} must be a RetryPolicy, got ${quoted(policy)}`);
}

/** Each step takes a state name, a retry also a second one and a prefix for its logic. */
function checkCollisions(step: SagaStep, before: readonly SagaStep[]): void {
  for (const other of before) {
    if (other.name === step.name) throw new InvalidSagaError(`duplicate step '${step.name}'`);
    for (const [one, two] of [
      [step, other],
      [other, step],
    ] as const) {
      if (two.retry !== undefined && one.name === retryingState(two)) {
        throw new InvalidSagaError(
          `step '${one.name}' collides with the retry state of step '${two.name}'`,
        );
      }
    }
    if (step.compensate === other.compensate && step.compensateRetry !== other.compensateRetry) {
      throw new InvalidSagaError(
        `steps '${other.name}' and '${step.name}' both undo by '${step.compensate}': give both the same compensateRetry`,
      );
    }
    const haveRetry = step.retry !== undefined && other.retry !== undefined;
    if (haveRetry && retryPrefix(step) === retryPrefix(other)) {
      throw new InvalidSagaError(
        `steps '${other.name}' and '${step.name}' collide: both retry as '${retryPrefix(step)}'`,
      );
    }
  }
}

/** Name of the state that waits between two tries of a step. */
export function retryingState({ name }: SagaStep): string {
  return `${name}Retrying`;
}

/** What the names of a step's retry logic start with: `reserve_stock` gives `reserveStockRetry`. */
export function retryPrefix({ name }: SagaStep): string {
  const [first = "", ...rest] = name.split("_");
  const words = rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${[first, ...words].join("")}Retry`;
}

/** Context field that counts the failures of a step. */
export function attemptField({ name }: SagaStep): string {
  return `attempt_${name}`;
}

function quoted(value: unknown): string {
  return typeof value === "string" ? `'${value}'` : String(value);
}
