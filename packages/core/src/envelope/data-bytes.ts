import { InvalidJsonError } from "../kernel/errors.ts";
import type { JsonValue } from "../kernel/json.ts";
import { isJsonObject } from "../kernel/json.ts";
import { decodeUtf8, parseJson } from "../kernel/parse-json.ts";
import { charsetOf, isJsonType, isTextType } from "./content-type.ts";
import type { Envelope } from "./envelope.ts";
import { EnvelopeCorruptError } from "./errors.ts";

/** Name of the JSON format's member for bytes, and of the one key that data which is bytes has here. */
export const DATA_BASE64 = "data_base64";

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const UTF8_CHARSETS: ReadonlySet<string> = new Set(["utf-8", "utf8", "us-ascii"]);

/**
 * Data from the bytes of a message: JSON types are parsed, UTF-8 text is a string, and anything else is
 * `{ data_base64 }`, an object, so that bytes too can become the payload of a machine's event.
 *
 * @returns `undefined` if there are no bytes
 * @throws {EnvelopeCorruptError} if the type says JSON and the bytes are not
 */
export function dataFromBytes(bytes: Uint8Array, contentType: string): JsonValue | undefined {
  if (bytes.byteLength === 0) return undefined;
  if (isJsonType(contentType)) return parseData(bytes);
  if (isTextType(contentType) && UTF8_CHARSETS.has(charsetOf(contentType) ?? "utf-8")) {
    try {
      return decodeUtf8(bytes);
    } catch (error) {
      if (!(error instanceof InvalidJsonError)) throw error;
    }
  }
  return { [DATA_BASE64]: Buffer.from(bytes).toString("base64") };
}

/**
 * Data from the `data_base64` member of a structured event.
 *
 * @throws {EnvelopeCorruptError} if it is not base64 text
 */
export function dataFromBase64(value: unknown, contentType: string): JsonValue | undefined {
  if (typeof value !== "string" || !BASE64.test(value)) {
    throw new EnvelopeCorruptError(DATA_BASE64, "must be base64 text");
  }
  return dataFromBytes(Buffer.from(value, "base64"), contentType);
}

/** The base64 text of an envelope whose data is bytes, `undefined` for every other envelope. */
export function base64Of({ data, datacontenttype }: Envelope): string | undefined {
  if (isJsonType(datacontenttype) || !isJsonObject(data)) return undefined;
  const [[key, value] = [], ...others] = Object.entries(data);
  if (key !== DATA_BASE64 || others.length > 0) return undefined;
  return typeof value === "string" && value !== "" && BASE64.test(value) ? value : undefined;
}

/**
 * The bytes that carry an envelope's data where the message body is the data itself.
 *
 * @throws {EnvelopeCorruptError} if data of a type that is not JSON is neither text nor bytes
 */
export function dataToBytes(envelope: Envelope): Uint8Array {
  const { data, datacontenttype } = envelope;
  if (data === undefined) return new Uint8Array();
  if (isJsonType(datacontenttype)) return Buffer.from(JSON.stringify(data), "utf8");
  if (typeof data === "string") return Buffer.from(data, "utf8");
  const base64 = base64Of(envelope);
  if (base64 !== undefined) return Buffer.from(base64, "base64");
  throw new EnvelopeCorruptError(
    "data",
    "must be text or bytes, since its content type is not JSON",
  );
}

function parseData(bytes: Uint8Array): JsonValue {
  try {
    return parseJson(bytes, { maxBytes: bytes.byteLength });
  } catch (error) {
    if (!(error instanceof InvalidJsonError)) throw error;
    throw new EnvelopeCorruptError("data", `is not JSON: ${error.message}`, { cause: error });
  }
}
