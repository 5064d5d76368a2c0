import type { JsonObject, JsonValue } from "../kernel/json.ts";

/** What a service is called with. */
export interface ServiceCall {
  readonly machineId: string;
  /** Business key of the instance: `order-42`. */
  readonly subject: string;
  /** `input` of the invoke in the chart; null when it has none, and for actions. */
  readonly input: JsonValue;
  /** Context of the instance as committed by the step that asked for this call. */
  readonly context: JsonObject;
  /** The event that led here, under the chart's own name. */
  readonly event: { readonly type: string; readonly payload?: JsonValue };
  /** `params` of the action in the chart. */
  readonly params?: JsonValue;
  /** The same on every attempt of one effect; hand it to whatever is called. */
  readonly idempotencyKey: string;
  /** 1 on the first attempt. */
  readonly attempt: number;
  /** Aborted when the state was left, the lease was lost or the worker stops. */
  readonly signal: AbortSignal;
}

/** Code with effects. Runs outside any transaction, at least once; what it returns becomes `event.output`. */
// biome-ignore lint/suspicious/noConfusingVoidType: a service that returns nothing is written without a return.
export type Service = (call: ServiceCall) => Promise<JsonValue | void>;

/**
 * What pure logic sees. `event` is `{type, payload}` from outside, XState's own with `output` or `error` otherwise.
 * Untyped, since only the author of a chart knows the shapes in it.
 */
export interface LogicArgs {
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly context: any;
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly event: any;
}

/** A synchronous, pure function. Spelled as a method, so that its author may declare narrower parameters. */
interface PureLogic<Result> {
  call(args: LogicArgs, params: JsonValue | undefined): Result;
}

/** A synchronous, pure predicate. */
export type Guard = PureLogic<boolean>["call"];

/** Milliseconds, or a synchronous pure function that gives them. */
export type Delay = number | PureLogic<number>["call"];

/** How often a call is tried before its chart hears that it failed, and how long is waited in between. */
export interface CallRetries {
  /** Tries in all, the first included. */
  readonly maxAttempts: number;
  /** Milliseconds to wait after the failed attempt, which counts from 1. */
  delayMs(
    attempt: number,
    circumstances?: { readonly previousMs?: number; readonly rng?: () => number },
  ): number;
}

/**
 * What a user gives for the names in a chart.
 *
 * `actions` are of two kinds. What XState builds (`assign`, `raise`, `enqueueActions`, `cancel`, `spawnChild`,
 * `stopChild`) is pure and resolved inside the step. A plain function is a side effect: a `Service` that is run later, as
 * a durable effect of its own.
 */
export interface MachineLogic {
  readonly actions?: Readonly<Record<string, unknown>>;
  readonly guards?: Readonly<Record<string, Guard>>;
  readonly delays?: Readonly<Record<string, Delay>>;
  /** By `invoke.src`. */
  readonly services?: Readonly<Record<string, Service>>;
  /** By `invoke.src`, for services that are to be tried again by the engine; what a project declares goes before. */
  readonly retries?: Readonly<Record<string, CallRetries>>;
  /** By `invoke.src`, milliseconds a call may take in place of the default; what a project declares goes before. */
  readonly timeouts?: Readonly<Record<string, number>>;
}
