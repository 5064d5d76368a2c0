import { attemptOf, replaceEnvelope, withAttempt } from "../envelope/create-envelope.ts";
import { decodeEnvelope } from "../envelope/decode-envelope.ts";
import { ATTEMPT_EXTENSION, type Envelope } from "../envelope/envelope.ts";
import { EnvelopeTooLargeError } from "../envelope/errors.ts";
import { envelopeOfMessage } from "../envelope/messages/envelope-message.ts";
import type { Arrival } from "./broker-driver.ts";

/** CloudEvents JSON: what our own publishers send, and how a message without a word about itself is read. */
export const STRUCTURED_CONTENT_TYPE = "application/cloudevents+json; charset=utf-8";

/** What a message turned out to be. */
export type ReadArrival =
  | { readonly kind: "envelope"; readonly envelope: Envelope }
  | { readonly kind: "undecodable"; readonly error: unknown };

/** Read a message: its size first, then structured or binary mode by its headers. */
export function readArrival({ body, headers }: Arrival, maxBytes: number): ReadArrival {
  try {
    if (body.byteLength > maxBytes) throw new EnvelopeTooLargeError(body.byteLength, maxBytes);
    const names = Object.keys(headers).map((name) => name.toLowerCase());
    const saysWhatItIs = names.some((name) => name === "content-type" || name.startsWith("ce_"));
    const envelope = saysWhatItIs
      ? envelopeOfMessage({ headers, payload: body }, { maxBytes })
      : decodeEnvelope(body, { maxBytes });
    return { kind: "envelope", envelope };
  } catch (error) {
    return { kind: "undecodable", error };
  }
}

/** The envelope as it is handed out: a sender's own count is taken away, ours stands there from the second time on. */
export function stampAttempt(envelope: Envelope, attempt: number): Envelope {
  if (attempt > 0) return withAttempt(envelope, attempt);
  if (attemptOf(envelope) === 0 && !(ATTEMPT_EXTENSION in envelope.extensions)) return envelope;
  const { [ATTEMPT_EXTENSION]: _theirs, ...extensions } = envelope.extensions;
  return replaceEnvelope(envelope, { extensions });
}
