import type { EnvelopeChecks } from "../build-envelope.ts";
import { buildEnvelope } from "../build-envelope.ts";
import { isCredentialBearing } from "../check-extensions.ts";
import { dataFromBytes } from "../data-bytes.ts";
import type { Envelope } from "../envelope.ts";
import { ATTEMPT_EXTENSION, isEnvelopeAttribute } from "../envelope.ts";
import { EnvelopeCorruptError } from "../errors.ts";
import { decodeHeaderText } from "./header-text.ts";

/** Attributes that binary mode carries elsewhere: in `content-type` and as the body. */
const ELSEWHERE: ReadonlySet<string> = new Set(["datacontenttype", "data", "data_base64"]);
const DIGITS = /^\d{1,15}$/;

/**
 * Make an envelope of one event in binary mode.
 *
 * Headers have no types, so extensions are text; the attempt counter, which must be a number, is read as one.
 *
 * @param headers attribute names with their values, as the headers hold them
 * @param decodeText reads a value, undefined if it cannot; HTTP's percent-encoding by default
 * @throws {EnvelopeCorruptError} naming the first attribute that does not hold
 */
export function decodeBinaryEvent(
  headers: readonly (readonly [string, string])[],
  contentType: string | undefined,
  body: Uint8Array,
  checks: EnvelopeChecks,
  decodeText: (value: string) => string | undefined = decodeHeaderText,
): Envelope {
  const attributes: [string, unknown][] = [];
  const extensions: [string, unknown][] = [];
  for (const [name, value] of headers) {
    if (isCredentialBearing(name)) continue;
    const text = readValue(name, value, decodeText);
    if (isEnvelopeAttribute(name)) attributes.push([name, text]);
    else
      extensions.push([
        name,
        name === ATTEMPT_EXTENSION && DIGITS.test(text) ? Number(text) : text,
      ]);
  }
  return buildEnvelope(
    {
      ...Object.fromEntries(attributes),
      datacontenttype: contentType,
      data: dataFromBytes(body, contentType ?? ""),
      extensions: Object.fromEntries(extensions),
    },
    { time: checks.time },
  );
}

function readValue(
  name: string,
  value: string,
  decodeText: (value: string) => string | undefined,
): string {
  if (ELSEWHERE.has(name)) {
    throw new EnvelopeCorruptError(name, "has no header of its own: use content-type and the body");
  }
  const text = decodeText(value);
  if (text === undefined) throw new EnvelopeCorruptError(name, "must be percent-encoded UTF-8");
  return text;
}
