import { settleOnly } from "../engine/step-commit.ts";
import type { Envelope } from "../envelope/envelope.ts";
import { fingerprintOf } from "../inbox/fingerprint.ts";
import { DEFAULT_RECEIPT_TTL_MS, matchReceipt } from "../inbox/receipt.ts";
import type { MachineEvent } from "../instances/machine-events.ts";
import { buildStepCommit } from "./build-step-commit.ts";
import { causationDepthOf } from "./causation-depth.ts";
import { type DeliverySettlements, type DeliveryWork, laneOfDelivery } from "./delivery-work.ts";
import {
  attemptsMaxOf,
  failedPlan,
  type Handling,
  refusedPlan,
  spentPlan,
} from "./give-up-delivery.ts";
import type { MachineRuntime } from "./machine-runtime.ts";
import type { Plan } from "./plan.ts";
import type { PlanEnvironment } from "./plan-environment.ts";
import { refuseEvent } from "./refuse-event.ts";
import { takeStep } from "./take-step.ts";
import { toMachineEvent } from "./to-machine-event.ts";

/** An envelope whose chart is known. */
type Understood = Handling & { readonly runtime: MachineRuntime; readonly envelope: Envelope };

/**
 * Decide what becomes of one envelope: pure, so that a dry run is this function without its commit.
 *
 * Order of the checks: shape, route, known duplicate, finished instance, data, tries used up by workers that died, then the
 * step itself.
 */
export function planDelivery(
  env: PlanEnvironment,
  work: DeliveryWork,
  settlements: DeliverySettlements,
): Plan {
  const { decoded, delivery, instance } = work;
  const handling: Handling = { env, work, settlements };
  if (decoded.kind === "corrupt") {
    return refusedPlan(handling, { reason: "corrupt", error: decoded.error });
  }
  const { envelope } = decoded;
  if ((envelope.subject ?? "") === "") {
    const error = new Error("attribute 'subject' is missing");
    return refusedPlan({ ...handling, envelope }, { reason: "corrupt", error });
  }
  if (delivery.sink === env.project) {
    const error = new Error(`no route takes type '${envelope.type}' on topic '${delivery.topic}'`);
    return refusedPlan({ ...handling, envelope }, { reason: "unknown_event", error });
  }
  const lookup =
    instance === undefined
      ? env.machines.current(delivery.sink)
      : env.machines.version(delivery.sink, instance.chartId);
  if (lookup.kind === "missing") {
    return { outcome: "held", why: lookup.why, isElsewhere: true };
  }
  return planUnderstood({ ...handling, envelope, runtime: lookup.runtime });
}

function planUnderstood(handling: Understood): Plan {
  const { env, work, settlements, runtime, envelope } = handling;
  const { delivery, dedup } = work;
  const mapped = toMachineEvent(envelope, delivery.event, runtime);
  if (mapped.kind !== "event") {
    return refusedPlan(handling, { reason: mapped.kind, error: mapped.error });
  }
  if (dedup.kind === "failed") return failedPlan(handling, dedup.error);
  const fingerprint = fingerprintOf(mapped.event);
  const match = matchReceipt(work.receipt, fingerprint);
  if (match === "duplicate") {
    return { outcome: "duplicate", commit: settleOnly(laneOfDelivery(work), settlements.done) };
  }
  if (match === "mismatch") {
    const error = new Error(`id '${envelope.id}' was handled before with other content`);
    return refusedPlan(handling, { reason: "idempotency_mismatch", error });
  }
  const refusal = refuseEvent(env, work, envelope, mapped.event);
  if (refusal !== undefined) return refusedPlan(handling, refusal);
  if (delivery.attempts >= attemptsMaxOf(handling)) return spentPlan(handling);
  try {
    return processedPlan(handling, mapped.event, fingerprint);
  } catch (error) {
    return failedPlan(handling, error);
  }
}

function processedPlan(handling: Understood, event: MachineEvent, fingerprint: string): Plan {
  const { env, work, settlements, runtime, envelope } = handling;
  const { instance, delivery } = work;
  const step = takeStep(runtime.compiled, instance, event);
  const { traceparent } = envelope.extensions;
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
  const { receiptTtlMs = DEFAULT_RECEIPT_TTL_MS } = runtime.definition;
  const receipt = {
    ...work.dedup.key,
    fingerprint,
    result: { revision: (instance?.revision ?? 0) + 1, states: step.states },
    ttlMs: receiptTtlMs,
  };
  return { outcome: "processed", step, commit: { ...commit, receipt } };
}
