import type { JsonObject, JsonValue } from "../kernel/json.ts";
import { checkByteLimit, utf8Bytes } from "../kernel/parse-json.ts";
import { ensureEnvelope } from "./build-envelope.ts";
import { base64Of, DATA_BASE64 } from "./data-bytes.ts";
import type { Envelope } from "./envelope.ts";
import { DEFAULT_MAX_BYTES } from "./envelope.ts";
import { EnvelopeTooLargeError } from "./errors.ts";

/** Limits for writing an envelope to the wire. */
export interface EncodeOptions {
  /** Cap on the text in UTF-8 bytes, inclusive; 1 MiB by default. */
  readonly maxBytes?: number;
}

/**
 * Write an envelope as compact JSON. Decoding the text gives an equal envelope.
 *
 * @throws {EnvelopeCorruptError} if the envelope was made by hand and does not hold
 * @throws {EnvelopeTooLargeError} if the text is larger than `maxBytes`
 */
export function encodeEnvelope(envelope: Envelope, options: EncodeOptions = {}): string {
  const { maxBytes = DEFAULT_MAX_BYTES } = options;
  checkByteLimit("maxBytes", maxBytes);
  const text = JSON.stringify(envelopeToJson(envelope));
  const bytes = utf8Bytes(text);
  if (bytes > maxBytes) throw new EnvelopeTooLargeError(bytes, maxBytes);
  return text;
}

/**
 * The wire object of an envelope: extensions beside the attributes, absent attributes left out.
 *
 * @throws {EnvelopeCorruptError} if the envelope was made by hand and does not hold
 */
export function envelopeToJson(envelope: Envelope): JsonObject {
  const checked = ensureEnvelope(envelope);
  const { specversion, id, type, source, subject, time, datacontenttype, data, ...known } = checked;
  const { extensions, ...links } = known;
  const base64 = base64Of(checked);
  return defined({
    specversion,
    id,
    type,
    source,
    subject,
    time,
    datacontenttype,
    ...(base64 === undefined ? { data } : { [DATA_BASE64]: base64 }),
    ...links,
    ...extensions,
  });
}

function defined(members: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  return Object.fromEntries(
    Object.entries(members).filter((entry): entry is [string, JsonValue] => entry[1] !== undefined),
  );
}
