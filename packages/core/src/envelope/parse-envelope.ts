import { isJsonObject } from "../kernel/json.ts";
import type { EnvelopeChecks } from "./build-envelope.ts";
import { buildEnvelope } from "./build-envelope.ts";
import { DATA_BASE64, dataFromBase64 } from "./data-bytes.ts";
import type { Envelope } from "./envelope.ts";
import { DEFAULT_CONTENT_TYPE, isEnvelopeAttribute } from "./envelope.ts";
import { EnvelopeCorruptError } from "./errors.ts";

/**
 * Check the shape of a parsed CloudEvents JSON object: attributes and extensions side by side, as on the wire.
 *
 * Every name that is not an attribute is an extension, `dataschema` among them. `data_base64` is decoded by content
 * type, see `dataFromBytes`.
 *
 * @throws {EnvelopeCorruptError} naming the first attribute that is missing or malformed
 */
export function parseEnvelope(value: unknown, checks: EnvelopeChecks = {}): Envelope {
  if (!isJsonObject(value)) throw new EnvelopeCorruptError(undefined, "must be a JSON object");
  const { [DATA_BASE64]: base64, ...members } = value;
  const attributes = Object.entries(members).filter(([name]) => isEnvelopeAttribute(name));
  const extensions = Object.entries(members).filter(([name]) => !isEnvelopeAttribute(name));
  const parts: Record<string, unknown> = Object.fromEntries(attributes);
  parts.extensions = Object.fromEntries(extensions);
  if (base64 !== undefined && base64 !== null) parts.data = bytesOf(base64, parts);
  return buildEnvelope(parts, checks);
}

function bytesOf(base64: unknown, parts: Readonly<Record<string, unknown>>): unknown {
  if (parts.data !== undefined && parts.data !== null) {
    throw new EnvelopeCorruptError(DATA_BASE64, "must not stand beside 'data'");
  }
  const { datacontenttype = DEFAULT_CONTENT_TYPE } = parts;
  return dataFromBase64(base64, String(datacontenttype ?? DEFAULT_CONTENT_TYPE));
}
