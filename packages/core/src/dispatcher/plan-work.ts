import type { LoadedWork } from "../engine/engine-store.ts";
import type { DeliveryRecord, TimerRecord } from "../engine/records.ts";
import type { OpenSpan } from "../kernel/tracing.ts";
import type { Dedup } from "./dedup.ts";
import type { DecodedEnvelope, DeliverySettlements, DeliveryWork } from "./delivery-work.ts";
import { failedPlan } from "./give-up-delivery.ts";
import type { Plan } from "./plan.ts";
import { planDelivery } from "./plan-delivery.ts";
import { planEffectResult } from "./plan-effect-result.ts";
import type { PlanEnvironment } from "./plan-environment.ts";
import { planRelayResult } from "./plan-relay-result.ts";
import { planTimer } from "./plan-timer.ts";
import type { Work } from "./work.ts";

/** A piece of work with what had to be read for it. */
export interface PreparedWork {
  readonly work: Exclude<Work, { readonly kind: "command" }>;
  readonly decoded?: DecodedEnvelope;
  readonly dedup?: Dedup;
  /** Of handling it, which what it leads to names; absent while nobody traces. */
  readonly span?: OpenSpan;
  /** For a failed service call: the envelope that led to it. */
  readonly causeEnvelope?: string;
}

/** Decide on one piece of work. Pure: everything it needs was read before, nothing is written. */
export function planWork(env: PlanEnvironment, prepared: PreparedWork, loaded: LoadedWork): Plan {
  const { work } = prepared;
  switch (work.kind) {
    case "delivery":
      return planDelivery(
        env,
        deliveryWork(prepared, work.delivery, loaded),
        settlementsOf(work.delivery),
      );
    case "effect-result":
      return planEffectResult(env, {
        ...work,
        instance: loaded.instance(work.effect),
        ...(prepared.causeEnvelope === undefined ? {} : { causeEnvelope: prepared.causeEnvelope }),
      });
    case "relay-result":
      return planRelayResult(env, work.delivery, work.outcome);
    case "timer":
      return planTimer(env, tracedTimer(prepared, work.timer), loaded.instance(work.timer));
  }
}

/** Decide on work that could be planned but not written: the message's fault, unless the store is down. */
export function planWriteFailure(
  env: PlanEnvironment,
  prepared: PreparedWork,
  loaded: LoadedWork,
  error: unknown,
): Plan {
  const { work } = prepared;
  if (work.kind === "delivery") {
    const handled = deliveryWork(prepared, work.delivery, loaded);
    const lookup = env.machines.current(work.delivery.sink);
    const handling = {
      env,
      work: handled,
      settlements: settlementsOf(work.delivery),
      runtime: lookup.kind === "found" ? lookup.runtime : undefined,
      envelope: handled.decoded.kind === "decoded" ? handled.decoded.envelope : undefined,
    };
    return failedPlan(handling, error);
  }
  if (work.kind === "effect-result") {
    const failed = { ...work, outcome: { kind: "failed" as const, error } };
    const instance = loaded.instance(work.effect);
    return planEffectResult(env, { ...failed, instance, mustGiveUp: true });
  }
  return { outcome: "held", why: error instanceof Error ? error.message : String(error) };
}

function deliveryWork(
  prepared: PreparedWork,
  delivery: DeliveryRecord,
  loaded: LoadedWork,
): DeliveryWork {
  const decoded = prepared.decoded ?? { kind: "corrupt", error: new Error("not decoded") };
  const dedup = prepared.dedup ?? { kind: "never" };
  const lane = { machineId: delivery.sink, subject: delivery.subject };
  return {
    decoded,
    dedup,
    delivery,
    instance: loaded.instance(lane),
    receipt: dedup.kind === "key" ? loaded.receipt(dedup.key) : undefined,
    ...traceOf(prepared),
  };
}

/** What a timer leads to is part of firing it. */
function tracedTimer(prepared: PreparedWork, timer: TimerRecord): TimerRecord {
  return { ...timer, ...traceOf(prepared) };
}

function traceOf({ span }: PreparedWork): { readonly traceparent?: string } {
  return span?.traceparent === undefined ? {} : { traceparent: span.traceparent };
}

function settlementsOf(delivery: DeliveryRecord): DeliverySettlements {
  const { id: deliveryId, fence } = delivery;
  return {
    done: [{ kind: "delivery-done", deliveryId, fence }],
    retry: (attempts, delayMs, errors) => [
      { kind: "delivery-retry", deliveryId, fence, attempts, delayMs, errors },
    ],
  };
}
