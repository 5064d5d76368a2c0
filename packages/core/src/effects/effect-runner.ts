import { toErrorRecord } from "../dead-letters/capture.ts";
import type { EffectCalls } from "../dispatcher/effect-calls.ts";
import type { EffectOutcome } from "../dispatcher/plan-effect-result.ts";
import type { PlanEnvironment } from "../dispatcher/plan-environment.ts";
import {
  type EffectPolicy,
  effectBackoffMs,
  effectPolicyOf,
  KILLS_MIN,
} from "../engine/effect-policy.ts";
import type { EffectStore } from "../engine/engine-store.ts";
import type { EffectRecord } from "../engine/records.ts";
import { WORKER_DIED } from "../engine/worker-died.ts";
import { systemTimers, type Timers } from "../kernel/clock.ts";
import type { Logger } from "../kernel/logger.ts";
import { inSpan } from "../kernel/tracing.ts";
import { callService } from "./call-service.ts";
import { CallKillsWorkerError, StateLeftError, WorkerStoppingError } from "./errors.ts";
import { noteLate, noteLateAnswer, recordLate } from "./record-late.ts";
import { sleep } from "./sleep.ts";
import { createSuspectCalls, isSuspectCall } from "./suspect-calls.ts";
import { whenAvailable } from "./when-available.ts";

/** Runs service calls outside any transaction, each under its lease, and hands their results to the lanes. */
export interface EffectRunner extends EffectCalls {
  /** A call that may have ended its workers is tried, or about to be: nothing else may begin. */
  isAlone(): boolean;
  /** How many more calls this worker would take. */
  room(): number;
  /** The calls it runs, or will run. */
  heldIds(): readonly string[];
  /** Keep the leases of what runs and of these, and abort what is not held any more; call it well within a lease. */
  renew(alsoIds: readonly string[]): Promise<void>;
  /**
   * Let running calls end within the deadline, abort the rest and give them back, as whatever is started from now on.
   * Again: wait until that is given back as well.
   */
  stop(deadlineMs: number): Promise<void>;
}

export interface EffectRunnerDependencies {
  readonly env: PlanEnvironment;
  /** Make chart versions known before a call's policy is read from them. */
  readonly prepareCharts: (chartIds: readonly number[]) => Promise<void>;
  readonly store: EffectStore;
  readonly logger: Logger;
  readonly concurrency: number;
  /** Where a final result goes: it enters the instance's lane. */
  readonly onResult: (effect: EffectRecord, outcome: EffectOutcome) => void;
  /** A call was put off by this long. */
  readonly onPutOff: (delayMs: number) => void;
  /**
   * A call that may have ended its workers waits for its turn, or others may begin again. Without this none is tried by itself, as
   * in runs by hand, which have no turns.
   */
  readonly onSuspect?: () => void;
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

  const launch = (effect: EffectRecord): Promise<void> => {
    const controller = new AbortController();
    const ended = runOne(deps, effect, controller)
      .catch((error) =>
        deps.logger.error("effect bookkeeping failed", { effectId: effect.id, error }),
      )
      .then(() => {
        if (running.get(effect.id)?.controller === controller) running.delete(effect.id);
        pump();
        deps.onEnded?.();
      });
    running.set(effect.id, { effect, controller, ended });
    return ended;
  };

  const pump = (): void => {
    while (!stopping && !suspects.isAlone() && running.size < deps.concurrency) {
      const next = waiting.shift();
      if (next === undefined) return;
      void launch(next);
    }
  };

  const suspects = createSuspectCalls({
    store: deps.store,
    timers: deps.timers ?? systemTimers,
    logger: deps.logger,
    timeoutMsOf: (effect) => policyOf(deps.env, effect).timeoutMs,
    othersEnd: () => Promise.all([...running.values()].map(({ ended }) => ended)),
    isQuiet: () => running.size === 0,
    launch,
    onChange: () => {
      pump();
      deps.onSuspect?.();
    },
  });

  const forget = (isMeant: (effect: EffectRecord) => boolean): void => {
    waiting.splice(0, waiting.length, ...waiting.filter((effect) => !isMeant(effect)));
    suspects.remove(isMeant);
  };

  const heldIds = () => [...running.keys(), ...waiting.map(({ id }) => id), ...suspects.heldIds()];

  return {
    start(effects) {
      if (stopping) return release(effects);
      const isToTryAlone = (effect: EffectRecord) =>
        deps.onSuspect !== undefined &&
        isSuspectCall(effect) &&
        !isDeadly(effect, policyOf(deps.env, effect));
      waiting.push(...effects.filter((effect) => !isToTryAlone(effect)));
      pump();
      suspects.add(effects.filter(isToTryAlone));
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
      forget(isMeant);
    },

    abort(effectIds) {
      const ids = new Set(effectIds);
      for (const id of ids) running.get(id)?.controller.abort(new StateLeftError());
      forget(({ id }) => ids.has(id));
    },

    nextSuspect: suspects.next,
    isAlone: suspects.isAlone,

    room: () => Math.max(0, deps.concurrency - running.size - waiting.length),

    heldIds,

    async renew(alsoIds) {
      const asked = [...running.values()];
      const ids = [...heldIds(), ...alsoIds];
      if (ids.length === 0) return;
      const held = new Set(await deps.store.renewEffects(ids));
      // Not ours any more: ended by an operator through another worker, or taken over.
      for (const { effect, controller } of asked) {
        if (!held.has(effect.id)) controller.abort(new StateLeftError());
      }
    },

    recordLate: (effect, outcome) => noteLate(deps, effect, outcome),

    async stop(deadlineMs) {
      stopping = true;
      release([...waiting.splice(0), ...suspects.remove(() => true)]);
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
  const version = unknownVersionOf(deps.env, effect);
  if (version !== undefined) {
    await whenAvailable(controller.signal, () => deps.prepareCharts([version]));
  }
  const policy = policyOf(deps.env, effect);
  if (isDeadly(effect, policy)) {
    const error = new CallKillsWorkerError(effect.src, effect.deaths);
    // The try that was counted when it was claimed is not made.
    return deps.onResult({ ...effect, attempts: effect.attempts - 1 }, { kind: "failed", error });
  }
  const outcome = await call(deps, effect, policy, controller);
  const reason: unknown = controller.signal.reason;
  if (reason instanceof WorkerStoppingError) return; // given back; another worker calls again
  if (reason instanceof StateLeftError) {
    return recordLate(deps, effect, outcome, controller.signal);
  }
  if (outcome.kind === "answered" || effect.attempts >= policy.attemptsMax) {
    deps.onResult(effect, outcome);
    return;
  }
  const delayMs = effectBackoffMs(policy, effect.attempts, deps.random);
  const record = toErrorRecord(outcome.error, {
    attempt: effect.attempts,
    at: deps.env.clock.now(),
    source: effect.src,
    scrub: (text) => deps.env.capture.scrub(text, effect.machineId, effect.call),
  });
  await whenAvailable(controller.signal, () =>
    deps.store.rescheduleEffect(effect, delayMs, [...effect.errors, record]),
  );
  deps.onPutOff(delayMs);
}

/** All tries were made, and the last one ended the worker that did nothing else meanwhile. */
function isDeadly({ attempts, errors }: EffectRecord, { attemptsMax }: EffectPolicy): boolean {
  return attempts > Math.max(attemptsMax, KILLS_MIN) && errors.at(-1)?.name === WORKER_DIED;
}

function call(
  deps: EffectRunnerDependencies,
  effect: EffectRecord,
  { timeoutMs }: EffectPolicy,
  controller: AbortController,
): Promise<EffectOutcome> {
  const { env, timers = systemTimers } = deps;
  const onLate = (outcome: EffectOutcome) => noteLateAnswer(deps, effect, outcome);
  const make = () =>
    callService({ machines: env.machines, timers, onLate }, effect, timeoutMs, controller);
  return inSpan(() => spanOf(effect), make, errorOf);
}

function spanOf({ src, machineId, subject, attempts, call: { traceparent } }: EffectRecord) {
  const attributes = {
    "sagascope.machine": machineId,
    "sagascope.subject": subject,
    "sagascope.service": src,
    "sagascope.attempt": attempts,
  };
  return { name: `call ${src}`, kind: "client" as const, traceparent, attributes };
}

function errorOf(outcome: EffectOutcome): unknown {
  return outcome.kind === "failed" ? outcome.error : undefined;
}

function unknownVersionOf({ machines }: PlanEnvironment, { machineId, chartId }: EffectRecord) {
  const isKnown = chartId === undefined || machines.version(machineId, chartId).kind === "found";
  return isKnown ? undefined : chartId;
}

/** As the version has it that the instance stands on: what that does not answer is tried again, whatever a newer one says. */
function policyOf({ machines }: PlanEnvironment, { machineId, chartId, ...effect }: EffectRecord) {
  const own = chartId === undefined ? undefined : machines.version(machineId, chartId);
  const lookup = own?.kind === "found" ? own : machines.current(machineId);
  if (lookup.kind === "missing") return effectPolicyOf({}, false);
  const { definition, handledErrors } = lookup.runtime;
  const answered = effect.kind === "invoke" && handledErrors.has(effect.ref);
  const declared = definition.services?.[effect.src];
  const retry = definition.logic.retries?.[effect.src];
  const timeoutMs = definition.logic.timeouts?.[effect.src];
  return effectPolicyOf({ declared, retry, timeoutMs }, answered);
}
