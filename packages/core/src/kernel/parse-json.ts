import { InvalidConfigError, InvalidJsonError } from "./errors.ts";
import type { JsonValue } from "./json.ts";
import { jsonDepthExceeds, MAX_JSON_DEPTH, someJson } from "./json.ts";

/** Limits for {@link parseJson}. */
export interface ParseJsonOptions {
  /** Cap on the text, in UTF-8 bytes, inclusive. Checked before anything is decoded or parsed. */
  readonly maxBytes: number;
  /** Deepest level a value may lie at. */
  readonly maxDepth?: number;
}

/** Only at the end of the parser's message: anywhere else it could be the quoted input. */
const POSITION_AT_END = /at position (\d+)(?: \(line \d+ column \d+\))?$/;

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Parse untrusted JSON text (RFC 8259).
 *
 * - A key `__proto__` or `constructor` becomes an own property; no prototype changes.
 * - Of duplicate keys the last wins.
 * - `NaN` and `Infinity` are refused, and so are numbers too large for a double, such as `1e999`.
 * - An integer beyond 2^53 becomes the nearest double. Whoever needs its digits keeps the original bytes.
 * - A byte order mark is skipped in bytes, refused in a string.
 *
 * @throws {InvalidJsonError} if the text is too large (`size`), not UTF-8, not JSON, or too deep
 */
export function parseJson(input: string | Uint8Array, options: ParseJsonOptions): JsonValue {
  const { maxBytes, maxDepth = MAX_JSON_DEPTH } = options;
  checkByteLimit("maxBytes", maxBytes);
  if (exceedsBytes(input, maxBytes)) {
    throw new InvalidJsonError("size", `the text is larger than ${maxBytes} bytes`);
  }
  const value = parseText(typeof input === "string" ? input : decodeUtf8(input));
  if (jsonDepthExceeds(value, maxDepth)) {
    throw new InvalidJsonError("depth", `the text is nested too deeply, the limit is ${maxDepth}`);
  }
  if (someJson(value, (part) => typeof part === "number" && !Number.isFinite(part))) {
    throw new InvalidJsonError("number", "the text holds a number that is too large");
  }
  return value;
}

/** Size of a text in UTF-8 bytes. */
export function utf8Bytes(input: string | Uint8Array): number {
  return typeof input === "string" ? Buffer.byteLength(input, "utf8") : input.byteLength;
}

/**
 * Decode UTF-8 strictly; a leading byte order mark is dropped.
 *
 * @throws {InvalidJsonError} (`encoding`) if the bytes are not UTF-8
 */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new InvalidJsonError("encoding", "the text is not UTF-8");
  }
}

/** @throws {InvalidConfigError} if a cap on bytes is not a whole number of at least 1 */
export function checkByteLimit(setting: string, maxBytes: number): void {
  if (!Number.isInteger(maxBytes) || maxBytes < 1) {
    throw new InvalidConfigError(setting, `must be an integer of at least 1, got ${maxBytes}`);
  }
}

/** A string has at least as many bytes as UTF-16 units, so most oversized ones need no counting. */
function exceedsBytes(input: string | Uint8Array, maxBytes: number): boolean {
  return input.length > maxBytes || utf8Bytes(input) > maxBytes;
}

function parseText(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch (error) {
    throw syntaxError(text, error);
  }
}

/** The parser's own message quotes the input, which may hold secrets; only the position is kept. */
function syntaxError(text: string, error: unknown): InvalidJsonError {
  if (error instanceof RangeError) {
    return new InvalidJsonError("depth", "the text is nested too deeply");
  }
  if (text.trim() === "") return new InvalidJsonError("syntax", "the text is empty");
  const position = POSITION_AT_END.exec(error instanceof Error ? error.message : "")?.[1];
  const where = position === undefined ? "" : ` at position ${position}`;
  return new InvalidJsonError(
    "syntax",
    `the text is not JSON: unexpected character or end${where}`,
  );
}
