import type { Envelope } from "../envelope/envelope.ts";
import type { MachineEvent } from "../instances/machine-events.ts";
import { DataMismatchError } from "../schemas/errors.ts";
import { causationDepthOf } from "./causation-depth.ts";
import type { DeliveryWork } from "./delivery-work.ts";
import type { Refusal } from "./give-up-delivery.ts";
import type { PlanEnvironment } from "./plan-environment.ts";

/**
 * Why an event that is new and understood is not handed to the chart: its instance is over, its data is not what its route asks for, or
 * the chain of envelopes that led here has no end. Undefined if it is.
 */
export function refuseEvent(
  env: PlanEnvironment,
  { delivery, instance }: DeliveryWork,
  envelope: Envelope,
  event: MachineEvent,
): Refusal | undefined {
  if (instance !== undefined && instance.status !== "active") {
    const error = new Error(`instance '${delivery.subject}' is ${instance.status}`);
    return { reason: "instance_done", error };
  }
  const check = env.dataCheck(delivery.sink, delivery.topic, envelope.type);
  const mismatch = check?.(event.payload ?? {});
  if (mismatch !== undefined) {
    const error = new DataMismatchError(envelope.type, mismatch.field, mismatch.problem);
    return { reason: "corrupt", error };
  }
  const depth = causationDepthOf(envelope);
  if (depth <= env.causationDepthMax) return undefined;
  const error = new Error(
    `the chain of envelopes is ${depth} long, at most ${env.causationDepthMax} are followed`,
  );
  return { reason: "causation_depth", error };
}
