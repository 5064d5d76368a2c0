import type { Broker } from "@sagascope/core";
import { COMMANDS_AT_BROKER } from "../shop-broker.ts";
import type { CloudEvent } from "./order-events.ts";
import type { PostOutcome } from "./post-events.ts";

/**
 * Publish events once, in order. Safe to repeat: an event that arrives again is known by its id.
 */
export async function publishEvents(
  broker: Broker,
  events: readonly CloudEvent[],
): Promise<PostOutcome> {
  try {
    for (const event of events) await broker.publish(COMMANDS_AT_BROKER, JSON.stringify(event));
    return { outcome: "accepted" };
  } catch (error) {
    const { fault, message } = error as { readonly fault?: string; readonly message: string };
    return fault === "infrastructure"
      ? { outcome: "unavailable", retryAfterMs: undefined }
      : { outcome: "refused", status: 400, reason: message };
  }
}
