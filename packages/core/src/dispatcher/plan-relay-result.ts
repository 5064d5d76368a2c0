import { buildLetter, wireOf } from "../dead-letters/build-letter.ts";
import { toErrorRecord } from "../dead-letters/capture.ts";
import { envelopeWorkKey } from "../dead-letters/envelope-work-key.ts";
import type { DeliveryRecord } from "../engine/records.ts";
import { settleOnly } from "../engine/step-commit.ts";
import { decodeForPlan } from "./delivery-work.ts";
import { UnknownRelayError } from "./errors.ts";
import type { Plan } from "./plan.ts";
import type { EffectOutcome } from "./plan-effect-result.ts";
import type { PlanEnvironment } from "./plan-environment.ts";
import { settleFailure } from "./settle-failure.ts";

/** What becomes of an envelope that was offered to the far side of a relay. */
export function planRelayResult(
  env: PlanEnvironment,
  delivery: DeliveryRecord,
  outcome: EffectOutcome,
): Plan {
  const lane = { machineId: delivery.sink, subject: delivery.subject };
  const done = { kind: "delivery-done" as const, deliveryId: delivery.id, fence: delivery.fence };
  if (outcome.kind === "answered")
    return { outcome: "processed", commit: settleOnly(lane, [done]) };
  const { error } = outcome;
  if (error instanceof UnknownRelayError) {
    return { outcome: "held", why: error.message, isElsewhere: true };
  }
  const settled = settleFailure(error, delivery.attempts, env.relayAttemptsMax(delivery.sink));
  if (settled.action === "hold") return { outcome: "held", why: "the store is unavailable" };
  const record = toErrorRecord(error, {
    attempt: settled.attempts,
    at: env.clock.now(),
    source: delivery.sink,
    scrub: (text) => env.capture.scrub(text, delivery.sink, wireOf(delivery.envelope)),
  });
  const errors = [...delivery.errors, record];
  if (settled.action === "retry") {
    const delayMs = env.retryDelayMs(settled.attempts);
    const retry = {
      ...done,
      kind: "delivery-retry" as const,
      attempts: settled.attempts,
      delayMs,
      errors,
    };
    return { outcome: "retry", error: record, commit: settleOnly(lane, [retry]) };
  }
  const decoded = decodeForPlan(delivery.envelope);
  const envelope = decoded.kind === "decoded" ? decoded.envelope : undefined;
  const letter = buildLetter(
    {
      project: env.project,
      consumer: delivery.sink,
      workKey: envelope === undefined ? `envelope:${delivery.id}` : envelopeWorkKey(envelope),
      source: "relay",
      reason: "max_attempts",
      subject: delivery.subject,
      topic: delivery.topic,
      eventType: envelope?.type ?? "",
      envelope: { decoded: envelope, wire: wireOf(delivery.envelope), text: delivery.envelope },
      attempts: settled.attempts,
      errors,
    },
    env.newId(),
    env.capture,
  );
  return {
    outcome: "dead_lettered",
    reason: "max_attempts",
    error: record,
    commit: settleOnly(lane, [done], { deadLetters: [letter] }),
  };
}
