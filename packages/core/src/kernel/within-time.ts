import { type CancelTimer, systemTimers, type Timers } from "./clock.ts";

/** A call may take so long, and may be given up from outside. */
export interface TimeLimit {
  /** Undefined: the call takes the time it takes. */
  readonly timeoutMs: number | undefined;
  readonly timers?: Timers;
  /** Gives the call up before its time is over. */
  readonly signal?: AbortSignal;
}

/** A call under way, as it sees itself. */
export interface TimedCall {
  /** Aborted once its time is over or it is given up. It is made when first asked for: most calls never look, and it costs. */
  readonly signal: AbortSignal;
}

/**
 * What a call comes to, or a `TimeoutError` once its time is over. Its signal aborts then; a call that does not heed it is left
 * behind, and whatever it comes to is not heard.
 *
 * @throws {DOMException} named `TimeoutError`, the reason of the signal from outside, or whatever the call throws
 */
export function withinTime<Result>(
  { timeoutMs, timers = systemTimers, signal: outside }: TimeLimit,
  run: (call: TimedCall) => Promise<Result> | Result,
): Promise<Result> {
  if (outside?.aborted) return Promise.reject(outside.reason);
  const call = new Call<Result>(outside);
  return call.settle(run, timeoutMs === undefined ? undefined : { timeoutMs, timers });
}

const nothing = (): void => undefined;

/** A class, since thousands a second are made: methods are shared, closures are not. */
class Call<Result> implements TimedCall {
  readonly #outside: AbortSignal | undefined;
  #controller: AbortController | undefined;
  #over: { readonly reason: unknown } | undefined;
  #cancelTimer: CancelTimer | undefined;
  #resolve: (result: Result) => void = nothing;
  #reject: (reason: unknown) => void = nothing;

  constructor(outside: AbortSignal | undefined) {
    this.#outside = outside;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#over !== undefined) this.#controller.abort(this.#over.reason);
    }
    return this.#controller.signal;
  }

  /** An `EventTarget` listens through this. */
  handleEvent(): void {
    this.#giveUp(this.#outside?.reason);
  }

  settle(
    run: (call: TimedCall) => Promise<Result> | Result,
    limit: { readonly timeoutMs: number; readonly timers: Timers } | undefined,
  ): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      this.#outside?.addEventListener("abort", this, { once: true });
      this.#cancelTimer = limit?.timers.after(limit.timeoutMs, () => {
        this.#giveUp(new DOMException(`no answer within ${limit.timeoutMs} ms`, "TimeoutError"));
      });
      try {
        const answer = run(this);
        if (isPromiseLike(answer)) {
          answer.then(
            (result) => this.#succeed(result),
            (error) => this.#fail(error),
          );
        } else this.#succeed(answer);
      } catch (error) {
        this.#fail(error);
      }
    });
  }

  #succeed(result: Result): void {
    this.#end();
    this.#resolve(result);
  }

  #fail(error: unknown): void {
    this.#end();
    this.#reject(error);
  }

  #giveUp(reason: unknown): void {
    this.#over = { reason };
    this.#end();
    this.#controller?.abort(reason);
    this.#reject(reason);
  }

  #end(): void {
    this.#cancelTimer?.();
    this.#outside?.removeEventListener("abort", this);
  }
}

function isPromiseLike<Result>(
  answer: Result | PromiseLike<Result>,
): answer is PromiseLike<Result> {
  return typeof (answer as { then?: unknown } | null | undefined)?.then === "function";
}
