import { toErrorRecord } from "../dead-letters/capture.ts";
import type { EffectOutcome } from "../dispatcher/plan-effect-result.ts";
import type { PlanEnvironment } from "../dispatcher/plan-environment.ts";
import type { EffectStore } from "../engine/engine-store.ts";
import type { EffectRecord } from "../engine/records.ts";
import type { JsonObject, JsonValue } from "../kernel/json.ts";
import type { Logger } from "../kernel/logger.ts";
import { toJsonValue } from "../kernel/to-json-value.ts";
import { effectBackoffMs, effectPolicyOf } from "./effect-policy.ts";
import { CallTimeoutError, StateLeftError, WorkerStoppingError } from "./errors.ts";
import { findService } from "./find-service.ts";

/** Runs service calls outside any transaction, each under its lease, and hands their results to the lanes. */
export interface EffectRunner {
  /** Run calls whose lease this worker holds. */
  start(effects: readonly EffectRecord[]): void;
  /** The states of these calls were left: abort what still runs. */
  cancel(machineId: string, subject: string, refs: readonly string[]): void;
  /** How many more calls this worker would take. */
  room(): number;
  /** Keep the leases of what runs; call it well within a lease. */
  renew(): Promise<void>;
  /** Let running calls end within the deadline, abort the rest and give them back. */
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
}

interface Running {
  readonly effect: EffectRecord;
  readonly controller: AbortController;
  readonly ended: Promise<void>;
}

export function createEffectRunner(deps: EffectRunnerDependencies): EffectRunner {
  const running = new Map<string, Running>();
  const waiting: EffectRecord[] = [];
  let stopping = false;

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
      });
    running.set(effect.id, { effect, controller, ended });
  };

  return {
    start(effects) {
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

    async renew() {
      const ids = [...running.keys(), ...waiting.map(({ id }) => id)];
      if (ids.length > 0) await deps.store.renewEffects(ids);
    },

    async stop(deadlineMs) {
      stopping = true;
      const unstarted = waiting.splice(0);
      const all = [...running.values()];
      await Promise.race([Promise.all(all.map(({ ended }) => ended)), sleep(deadlineMs)]);
      const unfinished = [...running.values()];
      for (const { controller } of unfinished) controller.abort(new WorkerStoppingError());
      const ids = [...unstarted, ...unfinished.map(({ effect }) => effect)].map(({ id }) => id);
      if (ids.length > 0) await deps.store.releaseEffects(ids);
    },
  };
}

async function runOne(
  deps: EffectRunnerDependencies,
  effect: EffectRecord,
  controller: AbortController,
): Promise<void> {
  const policy = policyOf(deps.env, effect);
  const outcome = await call(deps, effect, policy.timeoutMs, controller);
  const reason: unknown = controller.signal.reason;
  if (reason instanceof WorkerStoppingError) return; // given back; another worker calls again
  if (reason instanceof StateLeftError) return recordLate(deps, effect, outcome);
  if (outcome.kind === "answered" || effect.attempts >= policy.attemptsMax) {
    deps.onResult(effect, outcome);
    return;
  }
  const delayMs = effectBackoffMs(policy, effect.attempts);
  const record = toErrorRecord(outcome.error, {
    attempt: effect.attempts,
    at: deps.env.clock.now(),
    source: effect.src,
    scrub: (text) => deps.env.capture.scrub(text),
  });
  await deps.store.rescheduleEffect(effect, delayMs, [...effect.errors, record]);
  deps.onPutOff(delayMs);
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
  const limit = startLimit(effect.src, timeoutMs, controller);
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

function startLimit(service: string, timeoutMs: number, controller: AbortController) {
  let timer: NodeJS.Timeout | undefined;
  const reached = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const error = new CallTimeoutError(service, timeoutMs);
      controller.abort(error);
      reject(error);
    }, timeoutMs);
  });
  reached.catch(() => undefined);
  return { reached, clear: () => clearTimeout(timer) };
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
  return new Promise((resolve) => setTimeout(resolve, ms));
}
