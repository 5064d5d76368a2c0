import { buildLetter } from "../dead-letters/build-letter.ts";
import { toErrorRecord } from "../dead-letters/capture.ts";
import type { DeadLetterReason, ErrorRecord } from "../dead-letters/letter.ts";
import type { DeliveryRecord, InstanceRecord } from "../engine/records.ts";
import { type Settlement, settleOnly } from "../engine/step-commit.ts";
import { decodeEnvelope } from "../envelope/decode-envelope.ts";
import type { Envelope } from "../envelope/envelope.ts";
import { fingerprintOf } from "../inbox/fingerprint.ts";
import { DEFAULT_RECEIPT_TTL_MS, matchReceipt } from "../inbox/receipt.ts";
import type { MachineEvent } from "../instances/machine-events.ts";
import type { StepResult } from "../instances/step-result.ts";
import type { JsonValue } from "../kernel/json.ts";
import { buildStepCommit } from "./build-step-commit.ts";
import { causationDepthOf } from "./causation-depth.ts";
import type { Dedup } from "./dedup.ts";
import type { MachineRuntime } from "./machine-runtime.ts";
import type { Plan } from "./plan.ts";
import type { PlanEnvironment } from "./plan-environment.ts";
import { DEFAULT_ATTEMPTS_MAX, settleFailure } from "./settle-failure.ts";
import { takeStep } from "./take-step.ts";
import { toMachineEvent } from "./to-machine-event.ts";

/** An envelope to be handled by a machine, with what the store knows about it. */
export interface DeliveryWork {
  readonly decoded: DecodedEnvelope;
  /** The delivery it came by; a replay makes one up. */
  readonly delivery: Pick<
    DeliveryRecord,
    "sink" | "subject" | "topic" | "envelope" | "event" | "attempts" | "errors"
  >;
  readonly instance: InstanceRecord | undefined;
  readonly receipt: { readonly fingerprint: string } | undefined;
  /** The key under which `receipt` was looked for, and the new one is written. */
  readonly dedup: Dedup;
  /** Tries before it is given up; default: what the machine's definition says. A replay has one. */
  readonly attemptsMax?: number;
}

/** How the work ends in the store, for each way it can end. */
export interface DeliverySettlements {
  readonly done: readonly Settlement[];
  retry(attempts: number, delayMs: number, errors: readonly ErrorRecord[]): readonly Settlement[];
}

/**
 * Decide what becomes of one envelope: pure, so that a dry run is this function without its commit.
 *
 * Order of the checks: shape, route, known duplicate, finished instance, tries used up by workers that died, then the step
 * itself.
 */
export function planDelivery(
  env: PlanEnvironment,
  work: DeliveryWork,
  settlements: DeliverySettlements,
): Plan {
  const { delivery, instance } = work;
  const attemptsSoFar = delivery.attempts + 1;
  const giveUp = (
    reason: DeadLetterReason,
    error: unknown,
    runtime?: MachineRuntime,
    envelope?: Envelope,
  ): Plan => {
    const record = errorRecord(env, error, attemptsSoFar);
    return deadLetterPlan(
      env,
      work,
      settlements,
      reason,
      [...delivery.errors, record],
      attemptsSoFar,
      runtime,
      envelope,
    );
  };

  const { decoded } = work;
  if (decoded.kind === "corrupt") return giveUp("corrupt", decoded.error);
  const { envelope } = decoded;
  if ((envelope.subject ?? "") === "") {
    return giveUp("corrupt", new Error("attribute 'subject' is missing"), undefined, envelope);
  }

  const lookup =
    instance === undefined
      ? env.machines.current(delivery.sink)
      : env.machines.version(delivery.sink, instance.chartId);
  if (delivery.sink === env.project) {
    return giveUp(
      "unknown_event",
      new Error(`no route takes type '${envelope.type}' on topic '${delivery.topic}'`),
      undefined,
      envelope,
    );
  }
  if (lookup.kind === "missing") return { outcome: "held", why: lookup.why };
  const { runtime } = lookup;

  const event = toMachineEvent(envelope, delivery.event, runtime);
  if (event.kind !== "event") return giveUp(event.kind, event.error, runtime, envelope);

  if (work.dedup.kind === "failed") {
    return failedPlan(env, work, settlements, runtime, envelope, work.dedup.error);
  }
  const fingerprint = fingerprintOf(event.event);
  const match = matchReceipt(work.receipt, fingerprint);
  if (match === "duplicate") {
    return { outcome: "duplicate", commit: settleOnly(laneOf(work), settlements.done) };
  }
  if (match === "mismatch") {
    return giveUp(
      "idempotency_mismatch",
      new Error(`id '${envelope.id}' was handled before with other content`),
      runtime,
      envelope,
    );
  }
  if (instance !== undefined && instance.status !== "active") {
    return giveUp(
      "instance_done",
      new Error(`instance '${delivery.subject}' is ${instance.status}`),
      runtime,
      envelope,
    );
  }
  const depth = causationDepthOf(envelope);
  if (depth > env.causationDepthMax) {
    const error = new Error(
      `the chain of envelopes is ${depth} long, at most ${env.causationDepthMax} are followed`,
    );
    return giveUp("causation_depth", error, runtime, envelope);
  }
  if (delivery.attempts >= attemptsMaxOf(work, runtime)) {
    const { attempts, errors } = delivery;
    return deadLetterPlan(
      env,
      work,
      settlements,
      "max_attempts",
      errors,
      attempts,
      runtime,
      envelope,
    );
  }
  try {
    return processedPlan(env, work, settlements, runtime, envelope, event.event, fingerprint);
  } catch (error) {
    return failedPlan(env, work, settlements, runtime, envelope, error);
  }
}

/** The envelope of a delivery, or why its text is none. */
export type DecodedEnvelope =
  | { readonly kind: "decoded"; readonly envelope: Envelope }
  | { readonly kind: "corrupt"; readonly error: unknown };

/** Decode once, before the inbox is asked; a text that cannot be decoded is a letter, never an exception. */
export function decodeForPlan(text: string): DecodedEnvelope {
  try {
    return { kind: "decoded", envelope: decodeEnvelope(text) };
  } catch (error) {
    return { kind: "corrupt", error };
  }
}

function processedPlan(
  env: PlanEnvironment,
  work: DeliveryWork,
  settlements: DeliverySettlements,
  runtime: MachineRuntime,
  envelope: Envelope,
  event: MachineEvent,
  fingerprint: string,
): Plan {
  const { instance, delivery } = work;
  const step: StepResult = takeStep(runtime.compiled, instance, event);
  const traceparent = envelope.extensions.traceparent;
  const commit = buildStepCommit(
    env,
    runtime,
    delivery.subject,
    instance,
    step,
    {
      kind: "event",
      id: envelope.id,
      event: event.type,
      causeEventId: envelope.id,
      causeDepth: causationDepthOf(envelope),
      correlationId: envelope.correlationid ?? envelope.id,
      ...(typeof traceparent === "string" ? { traceparent } : {}),
    },
    settlements.done,
  );
  if (work.dedup.kind !== "key") return { outcome: "processed", step, commit };
  const receipt = {
    ...work.dedup.key,
    fingerprint,
    result: { revision: (instance?.revision ?? 0) + 1, states: step.states },
    ttlMs: DEFAULT_RECEIPT_TTL_MS,
  };
  return { outcome: "processed", step, commit: { ...commit, receipt } };
}

/**
 * What becomes of an envelope whose handling threw, in the step or when it was written.
 */
export function failedPlan(
  env: PlanEnvironment,
  work: DeliveryWork,
  settlements: DeliverySettlements,
  runtime: MachineRuntime | undefined,
  envelope: Envelope | undefined,
  error: unknown,
): Plan {
  const { delivery } = work;
  const settled = settleFailure(error, delivery.attempts, attemptsMaxOf(work, runtime));
  if (settled.action === "hold") return { outcome: "held", why: "the store is unavailable" };
  const record = errorRecord(env, error, settled.attempts);
  const errors = [...delivery.errors, record];
  if (settled.action === "retry") {
    const delayMs = env.retryDelayMs(settled.attempts);
    const commit = settleOnly(laneOf(work), settlements.retry(settled.attempts, delayMs, errors));
    return { outcome: "retry", error: record, commit };
  }
  return deadLetterPlan(
    env,
    work,
    settlements,
    settled.reason,
    errors,
    settled.attempts,
    runtime,
    envelope,
  );
}

function attemptsMaxOf(work: DeliveryWork, runtime: MachineRuntime | undefined): number {
  return work.attemptsMax ?? runtime?.definition.attemptsMax ?? DEFAULT_ATTEMPTS_MAX;
}

function deadLetterPlan(
  env: PlanEnvironment,
  work: DeliveryWork,
  settlements: DeliverySettlements,
  reason: DeadLetterReason,
  errors: readonly ErrorRecord[],
  attempts: number,
  runtime: MachineRuntime | undefined,
  envelope: Envelope | undefined,
): Plan {
  const { delivery, instance } = work;
  const id = env.newId();
  const letter = buildLetter(
    {
      project: env.project,
      consumer: delivery.sink,
      workKey: `envelope:${envelope?.id ?? id}`,
      source: "envelope",
      reason,
      ...(runtime
        ? {
            machine: {
              machineId: runtime.machineId,
              chartId: runtime.chartId,
              version: runtime.version,
              structureHash: runtime.compiled.structureHash,
            },
          }
        : {}),
      subject: delivery.subject,
      ...(instance
        ? { revision: instance.revision, states: instance.states, snapshot: instance.snapshot }
        : {}),
      topic: delivery.topic,
      eventType: envelope?.type ?? "",
      envelope: { decoded: envelope, wire: wireOf(delivery.envelope), text: delivery.envelope },
      attempts,
      errors,
    },
    id,
    env.capture,
  );
  return {
    outcome: "dead_lettered",
    reason,
    error: errors.at(-1),
    commit: settleOnly(laneOf(work), settlements.done, { deadLetters: [letter] }),
  };
}

/** The wire object for display, where the text is JSON at all; a letter of unreadable bytes shows none. */
function wireOf(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

function errorRecord(env: PlanEnvironment, error: unknown, attempt: number): ErrorRecord {
  return toErrorRecord(error, {
    attempt,
    at: env.clock.now(),
    scrub: (text) => env.capture.scrub(text),
  });
}

function laneOf(work: DeliveryWork): { machineId: string; subject: string } {
  return { machineId: work.delivery.sink, subject: work.delivery.subject };
}
