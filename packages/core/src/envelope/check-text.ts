import { MAX_ATTRIBUTE_CHARACTERS } from "./envelope.ts";
import { EnvelopeCorruptError } from "./errors.ts";

const REQUIRED: ReadonlySet<string> = new Set(["id", "type", "source"]);

/** CloudEvents 1.0, type system: no control characters, no half surrogate pairs, no noncharacters. */
const FORBIDDEN = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u;

/**
 * Check one text attribute; `null` counts as absent.
 *
 * @returns `undefined` if an optional attribute is absent
 * @throws {EnvelopeCorruptError} if it is missing though required, not text, too long, or holds forbidden characters
 */
export function checkText(name: string, value: unknown): string | undefined {
  const required = REQUIRED.has(name);
  if (value === undefined || value === null) {
    if (required) throw new EnvelopeCorruptError(name, "is missing");
    return undefined;
  }
  if (typeof value !== "string" || (required && value === "")) {
    throw new EnvelopeCorruptError(name, `must be a ${required ? "non-empty " : ""}string`);
  }
  if (isLongerThan(value, MAX_ATTRIBUTE_CHARACTERS)) {
    throw new EnvelopeCorruptError(name, `exceeds ${MAX_ATTRIBUTE_CHARACTERS} characters`);
  }
  checkCharacters(name, value);
  return value;
}

/** @throws {EnvelopeCorruptError} if a text holds characters that CloudEvents 1.0 forbids in attributes */
export function checkCharacters(name: string, text: string): void {
  if (FORBIDDEN.test(text)) {
    throw new EnvelopeCorruptError(name, "must not hold control characters or broken Unicode");
  }
}

/** Counts Unicode characters, of which a string has at least half its length. */
function isLongerThan(text: string, max: number): boolean {
  if (text.length <= max) return false;
  return text.length > 2 * max || [...text].length > max;
}
