import { buildLetter, wireOf } from "../dead-letters/build-letter.ts";
import { toErrorRecord } from "../dead-letters/capture.ts";
import { envelopeWorkKey } from "../dead-letters/envelope-work-key.ts";
import type { DeadLetterReason, ErrorRecord } from "../dead-letters/letter.ts";
import { settleOnly } from "../engine/step-commit.ts";
import type { Envelope } from "../envelope/envelope.ts";
import { type DeliverySettlements, type DeliveryWork, laneOfDelivery } from "./delivery-work.ts";
import type { MachineRuntime } from "./machine-runtime.ts";
import type { Plan } from "./plan.ts";
import type { PlanEnvironment } from "./plan-environment.ts";
import { DEFAULT_ATTEMPTS_MAX, settleFailure } from "./settle-failure.ts";

/** An envelope being handled, as far as that came. */
export interface Handling {
  readonly env: PlanEnvironment;
  readonly work: DeliveryWork;
  readonly settlements: DeliverySettlements;
  /** Undefined while it is not known which chart takes it. */
  readonly runtime?: MachineRuntime | undefined;
  /** Undefined where its text is none. */
  readonly envelope?: Envelope | undefined;
}

/** Why an envelope is not handled. */
export interface Refusal {
  readonly reason: DeadLetterReason;
  readonly error: unknown;
}

/** An envelope that no further try would change: a dead letter at once. */
export function refusedPlan(handling: Handling, { reason, error }: Refusal): Plan {
  const { delivery } = handling.work;
  const attempts = delivery.attempts + 1;
  const errors = [...delivery.errors, errorRecord(handling, error, attempts)];
  return deadLetterPlan(handling, reason, errors, attempts);
}

/** An envelope whose every try ended its worker: what is known is what the tries before left. */
export function spentPlan(handling: Handling): Plan {
  const { errors, attempts } = handling.work.delivery;
  return deadLetterPlan(handling, "max_attempts", errors, attempts);
}

/** What becomes of an envelope whose handling threw, in the step or when it was written. */
export function failedPlan(handling: Handling, error: unknown): Plan {
  const { env, work, settlements } = handling;
  const { delivery } = work;
  const settled = settleFailure(error, delivery.attempts, attemptsMaxOf(handling));
  if (settled.action === "hold") return { outcome: "held", why: "the store is unavailable" };
  const record = errorRecord(handling, error, settled.attempts);
  const errors = [...delivery.errors, record];
  if (settled.action !== "retry") {
    return deadLetterPlan(handling, settled.reason, errors, settled.attempts);
  }
  const delayMs = env.retryDelayMs(settled.attempts);
  const again = settlements.retry(settled.attempts, delayMs, errors);
  return { outcome: "retry", error: record, commit: settleOnly(laneOfDelivery(work), again) };
}

/** Tries before an envelope is given up. */
export function attemptsMaxOf({ work, runtime }: Handling): number {
  return work.attemptsMax ?? runtime?.definition.attemptsMax ?? DEFAULT_ATTEMPTS_MAX;
}

function deadLetterPlan(
  { env, work, settlements, runtime, envelope }: Handling,
  reason: DeadLetterReason,
  errors: readonly ErrorRecord[],
  attempts: number,
): Plan {
  const { delivery, instance } = work;
  const id = env.newId();
  const letter = buildLetter(
    {
      project: env.project,
      consumer: delivery.sink,
      workKey: envelope === undefined ? `envelope:${id}` : envelopeWorkKey(envelope),
      source: "envelope",
      reason,
      ...(runtime ? { machine: machineOf(runtime) } : {}),
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
    commit: settleOnly(laneOfDelivery(work), settlements.done, { deadLetters: [letter] }),
  };
}

function machineOf({ machineId, chartId, version, compiled }: MachineRuntime) {
  return { machineId, chartId, version, structureHash: compiled.structureHash };
}

function errorRecord({ env, work }: Handling, error: unknown, attempt: number): ErrorRecord {
  const { delivery, instance } = work;
  const known = [wireOf(delivery.envelope), instance?.snapshot];
  return toErrorRecord(error, {
    attempt,
    at: env.clock.now(),
    scrub: (text) => env.capture.scrub(text, delivery.sink, known),
  });
}
