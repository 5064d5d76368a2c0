import type { EffectOutcome } from "../dispatcher/plan-effect-result.ts";
import type { PlanEnvironment } from "../dispatcher/plan-environment.ts";
import type { EffectRecord } from "../engine/records.ts";
import type { CancelTimer, Timers } from "../kernel/clock.ts";
import type { JsonValue } from "../kernel/json.ts";
import { toJsonValue } from "../kernel/to-json-value.ts";
import { CallTimeoutError, WorkerStoppingError } from "./errors.ts";
import { findService } from "./find-service.ts";

export interface CallDependencies {
  readonly machines: PlanEnvironment["machines"];
  /** Limits the call in time. */
  readonly timers: Timers;
  /** Told of an answer that came after the time limit. */
  readonly onLate: (outcome: EffectOutcome) => void;
}

/**
 * Call the service and wait for its answer, the time limit or the worker's stop; a service need not listen to its signal.
 * When only its state was left, its answer is still waited for: it is kept as a late result.
 */
export async function callService(
  deps: CallDependencies,
  effect: EffectRecord,
  timeoutMs: number,
  controller: AbortController,
): Promise<EffectOutcome> {
  const limit = startLimit(deps.timers, effect.src, timeoutMs, controller);
  const answer = Promise.resolve().then(async () => {
    const service = findService(deps.machines, effect);
    return toAnswer(await service(toCall(effect, controller.signal)));
  });
  try {
    const output = await Promise.race([answer, limit.reached, stopped(controller.signal)]);
    return { kind: "answered", output };
  } catch (error) {
    if (error instanceof CallTimeoutError) passOnLate(answer, deps.onLate);
    return { kind: "failed", error };
  } finally {
    limit.clear();
  }
}

function startLimit(
  timers: Timers,
  service: string,
  timeoutMs: number,
  controller: AbortController,
) {
  let clear: CancelTimer = () => undefined;
  const reached = new Promise<never>((_resolve, reject) => {
    clear = timers.after(timeoutMs, () => {
      const error = new CallTimeoutError(service, timeoutMs);
      controller.abort(error);
      reject(error);
    });
  });
  reached.catch(() => undefined);
  return { reached, clear };
}

/** Rejects when the worker stops; a state that was left does not end the wait. */
function stopped(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const check = () => {
      if (signal.reason instanceof WorkerStoppingError) reject(signal.reason);
    };
    signal.addEventListener("abort", check, { once: true });
  });
}

function passOnLate(answer: Promise<JsonValue>, onLate: CallDependencies["onLate"]): void {
  answer.then(
    (output) => onLate({ kind: "answered", output }),
    () => undefined,
  );
}

function toCall(effect: EffectRecord, signal: AbortSignal) {
  return {
    machineId: effect.machineId,
    subject: effect.subject,
    ...effect.call,
    idempotencyKey: effect.idempotencyKey,
    attempt: effect.attempts,
    signal,
  };
}

function toAnswer(output: unknown): JsonValue {
  return output === undefined ? null : toJsonValue(output);
}
