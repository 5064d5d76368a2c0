import { InvalidJsonError } from "../kernel/errors.ts";
import type { JsonValue } from "../kernel/json.ts";
import { checkByteLimit, parseJson, utf8Bytes } from "../kernel/parse-json.ts";
import type { EnvelopeChecks } from "./build-envelope.ts";
import type { Envelope } from "./envelope.ts";
import { DEFAULT_MAX_BYTES } from "./envelope.ts";
import { EnvelopeCorruptError, EnvelopeTooLargeError } from "./errors.ts";
import { parseEnvelope } from "./parse-envelope.ts";

/** Limits for reading an envelope from the wire. */
export interface DecodeOptions extends EnvelopeChecks {
  /** Cap on the text in UTF-8 bytes, inclusive; 1 MiB by default. */
  readonly maxBytes?: number;
}

/**
 * Read an envelope from untrusted text: size first, then JSON, then shape.
 *
 * A number in `data` beyond 2^53 is read as the nearest double; whoever replays keeps the original bytes.
 *
 * @throws {EnvelopeTooLargeError} if the text is larger than `maxBytes`, before it is parsed
 * @throws {EnvelopeCorruptError} if it is neither text nor UTF-8 bytes, not JSON, too deep, or not an envelope
 */
export function decodeEnvelope(input: string | Uint8Array, options: DecodeOptions = {}): Envelope {
  return parseEnvelope(decodeJson(input, options.maxBytes), options);
}

/**
 * Read untrusted JSON text under the same rules, without looking at its shape.
 *
 * @throws as {@link decodeEnvelope}
 */
export function decodeJson(
  input: string | Uint8Array,
  maxBytes: number = DEFAULT_MAX_BYTES,
): JsonValue {
  checkByteLimit("maxBytes", maxBytes);
  if (typeof input !== "string" && !(input instanceof Uint8Array)) {
    throw new EnvelopeCorruptError(undefined, "must be text or bytes");
  }
  const bytes = utf8Bytes(input);
  if (bytes > maxBytes) throw new EnvelopeTooLargeError(bytes, maxBytes);
  try {
    return parseJson(input, { maxBytes });
  } catch (error) {
    if (!(error instanceof InvalidJsonError)) throw error;
    throw new EnvelopeCorruptError(undefined, `is not JSON: ${error.message}`, { cause: error });
  }
}
