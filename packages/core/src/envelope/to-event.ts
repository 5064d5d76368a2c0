import type { JsonObject } from "../kernel/json.ts";
import { isJsonObject } from "../kernel/json.ts";
import { cloneJson } from "../kernel/to-json-value.ts";
import { ensureEnvelope } from "./build-envelope.ts";
import type { Envelope } from "./envelope.ts";
import { EnvelopeCorruptError } from "./errors.ts";
import { defaultEventName, isReservedEventName } from "./event-names.ts";

/** The event a machine is given for an envelope. */
export interface EnvelopeEvent {
  readonly type: string;
  readonly payload: JsonObject;
}

/**
 * Turn an envelope into a machine's event. The payload is a copy of `data`, which the machine may change.
 *
 * @param eventName the event's name; by default what the envelope's type says, see `defaultEventName`
 * @throws {EnvelopeCorruptError} if the envelope does not hold, its data is no JSON object, or the name is the engine's own
 */
export function toEvent(envelope: Envelope, eventName?: string): EnvelopeEvent {
  const { type, data = {} } = ensureEnvelope(envelope);
  const name = eventName ?? defaultEventName(type);
  if (isReservedEventName(name)) {
    throw new EnvelopeCorruptError(
      "type",
      `maps to ${JSON.stringify(name)}, a name kept for the engine`,
    );
  }
  if (!isJsonObject(data)) {
    throw new EnvelopeCorruptError(
      "data",
      `must be a JSON object to become a payload, got ${kindOf(data)}`,
    );
  }
  return { type: name, payload: cloneJson(data) };
}

function kindOf(data: unknown): string {
  return Array.isArray(data) ? "array" : typeof data;
}
