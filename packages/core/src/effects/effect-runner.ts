import { toErrorRecord } from "../dead-letters/capture.ts";
import type { EffectCalls } from "../dispatcher/effect-calls.ts";
import type { EffectOutcome } from "../dispatcher/plan-effect-result.ts";
import type { PlanEnvironment } from "../dispatcher/plan-environment.ts";
import type { EffectStore } from "../engine/engine-store.ts";
import type { EffectRecord } from "../engine/records.ts";
import { type CancelTimer, systemTimers, type Timers } from "../kernel/clock.ts";
import { StoreUnavailableError } from "../kernel/errors.ts";
import type { JsonObject, JsonValue } from "../kernel/json.ts";
import type { Logger } from "../kernel/logger.ts";
import { toJsonValue } from "../kernel/to-json-value.ts";
import {
  CRASHES_MAX,
  type EffectPolicy,
  effectBackoffMs,
  effectPolicyOf,
} from "./effect-policy.ts";
import {
  CallKillsWorkerError,
  CallTimeoutError,
  StateLeftError,
  WorkerStoppingError,
} from "./errors.ts";
import { findService } from "./find-service.ts";

/** Runs service calls outside any transaction, each under its lease, and hands their results to the lanes. */
export interface EffectRunner extends EffectCalls {
  /** How many more calls this worker would take. */
  room(): number;
  /** Keep the leases of what runs and of these; call it well within a lease. */
  renew(alsoIds: readonly string[]): Promise<void>;
  /**
   * Let running calls end within the deadline, abort the rest and give them back, as whatever is started from now on.
   * Again: wait until that is given back as well.
   */
  stop(deadlineMs: number): Promise<void>;
}

export interface EffectRunnerDependencies {
  readonly env: PlanEnvironment;
  readonly store: EffectStore;
  readonly logger: Logger;
  readonly concurrency: number;
  /** Where a final result goes: it enters the instance's lane. */
  readonly onResult: (effect: EffectRecord, outcome: EffectOutcome) => void;
  /** A call was put off by this long. */
  readonly onPutOff: (delayMs: number) => void;
  /** A call is over, whatever came of it. */
  readonly onEnded?: () => void;
  /** Limits calls in time; those of the process by default. */
  readonly timers?: Timers;
  /** Chance within [0, 1), for the waits between tries. */
  readonly random?: () => number;
}

interface Running {
  readonly effect: EffectRecord;
  readonly controller: AbortController;
  readonly ended: Promise<void>;
}

/** Wait before what is known about a call is written again after an outage. */
const OUTAGE_WAIT_MS = 500;

export function createEffectRunner(deps: EffectRunnerDependencies): EffectRunner {
  const running = new Map<string, Running>();
  const waiting: EffectRecord[] = [];
  const released = new Set<Promise<void>>();
  let stopping = false;

  const release = (effects: readonly EffectRecord[]): void => {
    if (effects.length === 0) return;
    const task = deps.store
      .releaseEffects(effects.map(({ id }) => id))
      .catch((error: unknown) => deps.logger.warn("calls could not be given back", { error }))
      .finally(() => released.delete(task));
    released.add(task);
  };

  const launch = (effect: EffectRecord): void => {
    const controller = new AbortController();
    const ended = runOne(deps, effect, controller)
      .catch((error) =>
        deps.logger.error("effect bookkeeping failed", { effectId: effect.id, error }),
      )
      .then(() => {
        if (running.get(effect.id)?.controller === controller) running.delete(effect.id);
        const next = stopping ? undefined : waiting.shift();
        if (next !== undefined) launch(next);
        deps.onEnded?.();
      });
    running.set(effect.id, { effect, controller, ended });
  };

  return {
    start(effects) {
      if (stopping) return release(effects);
      for (const effect of effects) {
        if (running.size < deps.concurrency) launch(effect);
        else waiting.push(effect);
      }
    },

    cancel(machineId, subject, refs) {
      const isMeant = (effect: EffectRecord) =>
        effect.machineId === machineId &&
        effect.subject === subject &&
        effect.kind === "invoke" &&
        refs.includes(effect.ref);
      for (const { effect, controller } of running.values()) {
        if (isMeant(effect)) controller.abort(new StateLeftError());
      }
      waiting.splice(0, waiting.length, ...waiting.filter((effect) => !isMeant(effect)));
    },

    room: () => Math.max(0, deps.concurrency - running.size - waiting.length),

    async renew(alsoIds) {
      const ids = [...running.keys(), ...waiting.map(({ id }) => id), ...alsoIds];
      if (ids.length > 0) await deps.store.renewEffects(ids);
    },

    recordLate(effect, outcome) {
      recordLate(deps, effect, outcome).catch((error: unknown) =>
        deps.logger.warn("late result not recorded", { effectId: effect.id, error }),
      );
    },

    async stop(deadlineMs) {
      stopping = true;
      release(waiting.splice(0));
      const all = [...running.values()];
      await Promise.race([Promise.all(all.map(({ ended }) => ended)), sleep(deadlineMs)]);
      const unfinished = [...running.values()];
      for (const { controller } of unfinished) controller.abort(new WorkerStoppingError());
      release(unfinished.map(({ effect }) => effect));
      await Promise.all(released);
    },
  };
}

async function runOne(
  deps: EffectRunnerDependencies,
  effect: EffectRecord,
  controller: AbortController,
): Promise<void> {
  const policy = policyOf(deps.env, effect);
  const outcome = await callUnlessDeadly(deps, effect, policy, controller);
  const reason: unknown = controller.signal.reason;
  if (reason instanceof WorkerStoppingError) return; // given back; another worker calls again
  if (reason instanceof StateLeftError) return recordLate(deps, effect, outcome);
  if (outcome.kind === "answered" || effect.attempts >= policy.attemptsMax) {
    deps.onResult(effect, outcome);
    return;
  }
  const delayMs = effectBackoffMs(policy, effect.attempts, deps.random);
  const record = toErrorRecord(outcome.error, {
    attempt: effect.attempts,
    at: deps.env.clock.now(),
    source: effect.src,
    scrub: (text) => deps.env.capture.scrub(text),
  });
  await whenAvailable(controller.signal, () =>
    deps.store.rescheduleEffect(effect, delayMs, [...effect.errors, record]),
  );
  deps.onPutOff(delayMs);
}

async function callUnlessDeadly(
  deps: EffectRunnerDependencies,
  effect: EffectRecord,
  { attemptsMax, timeoutMs }: EffectPolicy,
  controller: AbortController,
): Promise<EffectOutcome> {
  if (effect.attempts <= attemptsMax + CRASHES_MAX) {
    return call(deps, effect, timeoutMs, controller);
  }
  return { kind: "failed", error: new CallKillsWorkerError(effect.src, effect.attempts - 1) };
}

/** Do it again and again while the store is unavailable: the lease is kept meanwhile. Not once the worker stops. */
async function whenAvailable(signal: AbortSignal, task: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await task();
    } catch (error) {
      const again = error instanceof StoreUnavailableError;
      if (!again || signal.reason instanceof WorkerStoppingError) throw error;
      await sleep(OUTAGE_WAIT_MS);
    }
  }
}

function policyOf(env: PlanEnvironment, effect: EffectRecord) {
  const lookup = env.machines.current(effect.machineId);
  if (lookup.kind === "missing") return effectPolicyOf(undefined, false);
  const { definition, handledErrors } = lookup.runtime;
  const answered = effect.kind === "invoke" && handledErrors.has(effect.ref);
  return effectPolicyOf(definition.services?.[effect.src], answered);
}

/**
 * Call the service and wait for its answer, the time limit or the worker's stop; a service need not listen to its signal.
 * When only its state was left, its answer is still waited for: it is kept as a late result.
 */
async function call(
  deps: EffectRunnerDependencies,
  effect: EffectRecord,
  timeoutMs: number,
  controller: AbortController,
): Promise<EffectOutcome> {
  const limit = startLimit(deps.timers ?? systemTimers, effect.src, timeoutMs, controller);
  const answer = Promise.resolve().then(async () => {
    const service = findService(deps.env.machines, effect);
    return toAnswer(await service(toCall(effect, controller.signal)));
  });
  try {
    const output = await Promise.race([answer, limit.reached, stopped(controller.signal)]);
    return { kind: "answered", output };
  } catch (error) {
    if (error instanceof CallTimeoutError) keepLateAnswer(deps, effect, answer);
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

function keepLateAnswer(
  deps: EffectRunnerDependencies,
  effect: EffectRecord,
  answer: Promise<JsonValue>,
): void {
  const late = (outcome: EffectOutcome) =>
    recordLate(deps, effect, outcome).catch((error: unknown) =>
      deps.logger.warn("late result not recorded", { effectId: effect.id, error }),
    );
  answer.then(
    (output) => late({ kind: "answered", output }),
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

/** The state was left while the service ran: what came of it is kept on the row and moves nothing. */
async function recordLate(
  deps: EffectRunnerDependencies,
  effect: EffectRecord,
  outcome: EffectOutcome,
): Promise<void> {
  const at = deps.env.clock.now().toISOString();
  const late: JsonObject =
    outcome.kind === "answered"
      ? { at, output: outcome.output }
      : { at, error: String(outcome.error) };
  await deps.store.recordLateResult(effect.id, late);
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref(); // nobody outlives its worker for this
  });
}
