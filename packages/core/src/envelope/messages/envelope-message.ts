import { checkByteLimit } from "../../kernel/parse-json.ts";
import { mediaTypeOf } from "../content-type.ts";
import { dataToBytes } from "../data-bytes.ts";
import { type DecodeOptions, decodeEnvelope } from "../decode-envelope.ts";
import { DEFAULT_MAX_BYTES, type Envelope } from "../envelope.ts";
import { EnvelopeCorruptError, EnvelopeTooLargeError } from "../errors.ts";
import { decodeBinaryEvent } from "../http/decode-binary-event.ts";
import { STRUCTURED_TYPE } from "../http/decode-http-events.ts";
import { isRfc3339 } from "../rfc3339.ts";
import { CONTENT_TYPE_HEADER, createMessage, type Message } from "./message.ts";

/** CloudEvents' bindings for Kafka and AMQP: attributes travel under this prefix, as plain UTF-8. */
const ATTRIBUTE_PREFIX = "ce_";

/** What a relay is handed for one envelope. */
interface HandedOut {
  readonly topic: string;
  /** As it was sent. */
  readonly envelope: string;
  readonly attempt: number;
}

/**
 * The message to hand to a broker for an envelope: its data as payload, its subject as key, its attributes as `ce_` headers
 * (CloudEvents Kafka binding 1.0, binary mode), and the conversation as `correlation_id`.
 *
 * @throws {EnvelopeCorruptError} if the text is no envelope, or its data is neither JSON, text nor bytes of its content type
 */
export function messageOf({ topic, envelope: text, attempt }: HandedOut): Message {
  const envelope = decodeEnvelope(text);
  const { id, subject, time, datacontenttype, correlationid } = envelope;
  return createMessage({
    id,
    topic,
    body: dataToBytes(envelope),
    ...(subject === undefined ? {} : { key: subject }),
    headers: { [CONTENT_TYPE_HEADER]: datacontenttype, ...attributeHeaders(envelope) },
    correlationId: correlationid ?? id,
    attempts: attempt,
    ...createdAtOf(time),
  });
}

/**
 * Read a broker's message as an envelope: structured by its content type, else binary by its `ce_` headers, of which those
 * that look credential-bearing are dropped.
 *
 * @throws {EnvelopeTooLargeError} if the payload is larger than `maxBytes`, before anything is read
 * @throws {EnvelopeCorruptError} naming the first attribute that does not hold
 */
export function envelopeOfMessage(
  { headers, payload }: Pick<Message, "headers" | "payload">,
  options: DecodeOptions = {},
): Envelope {
  const { maxBytes = DEFAULT_MAX_BYTES } = options;
  checkByteLimit("maxBytes", maxBytes);
  if (payload.byteLength > maxBytes) throw new EnvelopeTooLargeError(payload.byteLength, maxBytes);
  const lowered = Object.entries(headers).map(
    ([name, value]) => [name.toLowerCase(), value] as const,
  );
  const contentType = lowered.find(([name]) => name === CONTENT_TYPE_HEADER)?.[1];
  if (mediaTypeOf(contentType ?? "") === STRUCTURED_TYPE) return decodeEnvelope(payload, options);
  const attributes = lowered
    .filter(([name]) => name.startsWith(ATTRIBUTE_PREFIX))
    .map(([name, value]) => [name.slice(ATTRIBUTE_PREFIX.length), value] as const);
  if (attributes.length === 0) {
    throw new EnvelopeCorruptError(
      undefined,
      `must have ${ATTRIBUTE_PREFIX} headers or come as JSON`,
    );
  }
  return decodeBinaryEvent(attributes, contentType, payload, options, (value) => value);
}

/** Other senders write any text as time; a leap second is a time that `Date` does not have. */
function createdAtOf(time: string | undefined): Pick<Message, "createdAt"> {
  if (time === undefined || !isRfc3339(time)) return {};
  const createdAt = new Date(time);
  return Number.isNaN(createdAt.getTime()) ? {} : { createdAt };
}

function attributeHeaders(envelope: Envelope): Record<string, string> {
  const { data, datacontenttype, extensions, ...attributes } = envelope;
  const entries = Object.entries({ ...attributes, ...extensions });
  return Object.fromEntries(
    entries.map(([name, value]) => [`${ATTRIBUTE_PREFIX}${name}`, String(value)]),
  );
}
