import { buildLetter } from "../dead-letters/build-letter.ts";
import { toErrorRecord } from "../dead-letters/capture.ts";
import type { ErrorRecord } from "../dead-letters/letter.ts";
import type { EffectRecord, InstanceRecord } from "../engine/records.ts";
import { type AuditEntry, type Settlement, settleOnly } from "../engine/step-commit.ts";
import { serviceDone, serviceFailed } from "../instances/machine-events.ts";
import { stepInstance } from "../instances/step.ts";
import type { JsonValue } from "../kernel/json.ts";
import { buildStepCommit } from "./build-step-commit.ts";
import type { MachineRuntime } from "./machine-runtime.ts";
import type { Plan } from "./plan.ts";
import type { PlanEnvironment } from "./plan-environment.ts";

/** What a service call came to, after the engine's own tries. */
export type EffectOutcome =
  | { readonly kind: "answered"; readonly output: JsonValue }
  | { readonly kind: "failed"; readonly error: unknown };

export interface EffectResultWork {
  readonly effect: EffectRecord;
  readonly outcome: EffectOutcome;
  readonly instance: InstanceRecord | undefined;
  /** The envelope that led to the call, for the letter if it comes to one. */
  readonly causeEnvelope?: string;
  /** The step was planned but could not be written: planning it again would end the same way. */
  readonly mustGiveUp?: boolean;
}

/**
 * Bring a service's answer or error back into its instance. An error that the chart has no answer to leaves the
 * instance where it is and becomes a dead letter; the call can be tried again from there.
 */
export function planEffectResult(env: PlanEnvironment, work: EffectResultWork): Plan {
  const { effect, outcome, instance } = work;
  if (effect.kind === "action") return actionPlan(env, work);
  if (instance === undefined) return { outcome: "held", why: "the instance is gone" };
  const lookup = env.machines.version(effect.machineId, instance.chartId);
  if (lookup.kind === "missing") return { outcome: "held", why: lookup.why };
  return outcome.kind === "answered"
    ? answeredPlan(env, work, lookup.runtime, instance, outcome.output)
    : failedPlan(env, work, lookup.runtime, instance, outcome.error);
}

function answeredPlan(
  env: PlanEnvironment,
  work: EffectResultWork,
  runtime: MachineRuntime,
  instance: InstanceRecord,
  output: JsonValue,
): Plan {
  const { effect } = work;
  try {
    const step = stepInstance(runtime.compiled, instance.snapshot, serviceDone(effect.ref, output));
    const commit = buildStepCommit(
      env,
      runtime,
      effect.subject,
      instance,
      step,
      causeOf(effect, instance, `done.invoke.${effect.ref}`),
      doneSettlements(effect, output),
    );
    const audit = concludedAudit(effect, "processed", true);
    return { outcome: "processed", step, commit: { ...commit, audit } };
  } catch (error) {
    return deadPlan(env, work, runtime, instance, error);
  }
}

function failedPlan(
  env: PlanEnvironment,
  work: EffectResultWork,
  runtime: MachineRuntime,
  instance: InstanceRecord,
  error: unknown,
): Plan {
  const { effect } = work;
  if (work.mustGiveUp || !runtime.handledErrors.has(effect.ref))
    return deadPlan(env, work, runtime, instance, error);
  const errors = [...effect.errors, effectError(env, effect, error)];
  const { name, message } = errors[errors.length - 1] as ErrorRecord;
  try {
    const step = stepInstance(
      runtime.compiled,
      instance.snapshot,
      serviceFailed(effect.ref, { name, message }),
    );
    const cause = { ...causeOf(effect, instance, `error.platform.${effect.ref}`), errors };
    const commit = buildStepCommit(env, runtime, effect.subject, instance, step, cause, [
      { kind: "effect-failed", effectId: effect.id, token: effect.token, errors },
      ...concluded(effect, "processed"),
    ]);
    const audit = concludedAudit(effect, "processed");
    return { outcome: "processed", step, commit: { ...commit, audit }, error: { name, message } };
  } catch (stepError) {
    return deadPlan(env, work, runtime, instance, stepError);
  }
}

/** A side-effect action moves nothing: it is done, or it is a letter. */
function actionPlan(env: PlanEnvironment, work: EffectResultWork): Plan {
  const { effect, outcome, instance } = work;
  if (outcome.kind === "answered") {
    return {
      outcome: "processed",
      commit: settleOnly(effect, doneSettlements(effect, outcome.output), {
        audit: concludedAudit(effect, "processed", true),
      }),
    };
  }
  const lookup =
    instance === undefined
      ? env.machines.current(effect.machineId)
      : env.machines.version(effect.machineId, instance.chartId);
  if (lookup.kind === "missing") return { outcome: "held", why: lookup.why };
  return deadPlan(env, work, lookup.runtime, instance, outcome.error);
}

function deadPlan(
  env: PlanEnvironment,
  work: EffectResultWork,
  runtime: MachineRuntime,
  instance: InstanceRecord | undefined,
  error: unknown,
): Plan {
  const { effect } = work;
  const errors = [...effect.errors, effectError(env, effect, error)];
  const letter = buildLetter(
    {
      project: env.project,
      consumer: effect.machineId,
      workKey: `effect:${effect.id}`,
      source: "effect",
      reason: "max_attempts",
      machine: {
        machineId: runtime.machineId,
        chartId: runtime.chartId,
        version: runtime.version,
        structureHash: runtime.compiled.structureHash,
      },
      subject: effect.subject,
      ...(instance
        ? { revision: instance.revision, states: instance.states, snapshot: instance.snapshot }
        : {}),
      eventType: `${effect.kind}.${effect.src}`,
      ...(work.causeEnvelope === undefined
        ? {}
        : { envelope: { text: work.causeEnvelope, wire: JSON.parse(work.causeEnvelope) } }),
      envelopeId: effect.causeEventId,
      correlationId: instance?.correlationId ?? effect.causeEventId,
      effectId: effect.id,
      attempts: effect.attempts,
      errors,
    },
    env.newId(),
    env.capture,
  );
  return {
    outcome: "dead_lettered",
    reason: "max_attempts",
    error: errors.at(-1),
    commit: settleOnly(
      effect,
      [
        { kind: "effect-dead", effectId: effect.id, token: effect.token, errors },
        ...concluded(effect, "dead_lettered"),
      ],
      { deadLetters: [letter], audit: concludedAudit(effect, "dead_lettered") },
    ),
  };
}

function doneSettlements(effect: EffectRecord, output: JsonValue): readonly Settlement[] {
  return [
    { kind: "effect-done", effectId: effect.id, token: effect.token, output },
    ...(effect.commandId === undefined
      ? []
      : [
          {
            kind: "letters-of-effect-resolved" as const,
            effectId: effect.id,
            resolution: resolutionOf(effect),
          },
        ]),
    ...concluded(effect, "processed"),
  ];
}

/** The operator's command that had the call tried again ends with it. */
function concluded(effect: EffectRecord, outcome: string): readonly Settlement[] {
  return effect.commandId === undefined
    ? []
    : [{ kind: "command-concluded", commandId: effect.commandId, outcome }];
}

function resolutionOf({ replay }: EffectRecord): string {
  return replay?.action === "resume" ? "resumed" : "replayed";
}

/** How a replay ended, under the name of whoever asked for it. */
function concludedAudit(
  effect: EffectRecord,
  outcome: string,
  answered = false,
): readonly AuditEntry[] {
  const { commandId, replay } = effect;
  if (commandId === undefined || replay === undefined) return [];
  const letter = `dead letter ${replay.letterId}`;
  const ended = {
    actor: replay.actor,
    action: replay.action ?? "replay",
    target: replay.target ?? letter,
    ...(replay.reason === undefined ? {} : { reason: replay.reason }),
    outcome,
    detail: { commandId, subject: effect.subject, idempotencyKey: effect.idempotencyKey },
  };
  const { target, letterId } = replay;
  const closesLetter = answered && target !== undefined && letterId !== undefined;
  return closesLetter ? [ended, { ...ended, target: letter, outcome: "resolved" }] : [ended];
}

function causeOf(effect: EffectRecord, instance: InstanceRecord, event: string) {
  return {
    kind: "effect" as const,
    id: effect.id,
    event,
    causeEventId: effect.causeEventId,
    causeDepth: effect.causeDepth,
    correlationId: instance.correlationId,
    ...(effect.call.traceparent === undefined ? {} : { traceparent: effect.call.traceparent }),
  };
}

/** An error of a call as its row, the timeline and a letter keep it. */
export function effectError(
  env: PlanEnvironment,
  effect: EffectRecord,
  error: unknown,
): ErrorRecord {
  return toErrorRecord(error, {
    attempt: effect.attempts,
    at: env.clock.now(),
    source: effect.src,
    scrub: (text) => env.capture.scrub(text, effect.machineId, effect.call),
  });
}
