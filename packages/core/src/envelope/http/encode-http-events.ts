import { ensureEnvelope } from "../build-envelope.ts";
import { dataToBytes } from "../data-bytes.ts";
import type { EncodeOptions } from "../encode-envelope.ts";
import { encodeEnvelope } from "../encode-envelope.ts";
import type { Envelope } from "../envelope.ts";
import { BATCH_TYPE, STRUCTURED_TYPE } from "./decode-http-events.ts";
import { encodeHeaderText } from "./header-text.ts";

/** Headers and body of an HTTP request or response. Header names are lower-case. */
export interface HttpEventMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/**
 * Write an event in binary mode: attributes as `ce-` headers, the data as the body.
 *
 * @throws {EnvelopeCorruptError} if the data can be neither JSON, text nor bytes of its content type
 */
export function encodeHttpBinary(envelope: Envelope): HttpEventMessage {
  const checked = ensureEnvelope(envelope);
  const { data, datacontenttype, extensions, ...attributes } = checked;
  const headers = Object.entries({ ...attributes, ...extensions }).map(
    ([name, value]) => [`ce-${name}`, encodeHeaderText(String(value))] as const,
  );
  return {
    headers: { "content-type": datacontenttype, ...Object.fromEntries(headers) },
    body: dataToBytes(checked),
  };
}

/**
 * Write an event in structured mode.
 *
 * @throws {EnvelopeTooLargeError} if it is larger than `maxBytes`
 */
export function encodeHttpStructured(
  envelope: Envelope,
  options: EncodeOptions = {},
): HttpEventMessage {
  return jsonMessage(STRUCTURED_TYPE, encodeEnvelope(envelope, options));
}

/**
 * Write events as a batch; no events give an empty one.
 *
 * @throws {EnvelopeTooLargeError} if one of them is larger than `maxBytes`
 */
export function encodeHttpBatch(
  envelopes: readonly Envelope[],
  options: EncodeOptions = {},
): HttpEventMessage {
  const texts = envelopes.map((envelope) => encodeEnvelope(envelope, options));
  return jsonMessage(BATCH_TYPE, `[${texts.join(",")}]`);
}

function jsonMessage(contentType: string, text: string): HttpEventMessage {
  return {
    headers: { "content-type": `${contentType}; charset=utf-8` },
    body: Buffer.from(text, "utf8"),
  };
}
