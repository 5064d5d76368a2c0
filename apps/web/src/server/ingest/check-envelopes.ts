import {
  defaultEventName,
  type Envelope,
  EnvelopeTooLargeError,
  encodeEnvelope,
  isReservedEventName,
} from "@sagascope/core";
import { IngestRefusedError } from "./errors.ts";

/** The most bytes of one event, encoded: 1 MiB. */
export const EVENT_BYTES_MAX = 1_048_576;

/**
 * Check what every event from outside must have besides its shape.
 *
 * @throws {IngestRefusedError} naming the event's place in the batch, if it has no subject, is too large, or would reach
 *   a chart as one of the engine's own events
 */
export function checkEnvelopes(envelopes: readonly Envelope[]): void {
  for (const [index, envelope] of envelopes.entries()) {
    const place = envelopes.length > 1 ? { index } : {};
    checkSubject(envelope, place);
    checkType(envelope, place);
    checkSize(envelope, place);
  }
}

type Place = { readonly index?: number };

function checkSubject({ subject }: Envelope, place: Place): void {
  if (subject !== undefined && subject.trim() !== "") return;
  throw new IngestRefusedError(400, "subject is required: it names the instance", {
    ...place,
    field: "subject",
  });
}

function checkType({ type }: Envelope, place: Place): void {
  if (!isReservedEventName(type) && !isReservedEventName(defaultEventName(type))) return;
  throw new IngestRefusedError(400, `type '${type}' is reserved for the engine`, {
    ...place,
    field: "type",
  });
}

function checkSize(envelope: Envelope, place: Place): void {
  try {
    encodeEnvelope(envelope, { maxBytes: EVENT_BYTES_MAX });
  } catch (error) {
    if (!(error instanceof EnvelopeTooLargeError)) throw error;
    throw new IngestRefusedError(413, error.message, { ...place, field: "data" });
  }
}
