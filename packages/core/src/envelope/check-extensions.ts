import { checkCharacters } from "./check-text.ts";
import type { ExtensionValue } from "./envelope.ts";
import { ATTEMPT_EXTENSION, isEnvelopeAttribute } from "./envelope.ts";
import { EnvelopeCorruptError } from "./errors.ts";

const NAME = /^[a-z0-9]{1,20}$/;
const TRACEPARENT_EXTENSION = "traceparent";
/** W3C Trace Context: version (not ff), trace id and span id (not all zero), flags. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

const CREDENTIAL_WORDS = ["authorization", "cookie", "password", "secret", "token", "apikey"];

/**
 * Whether a name looks as if its value were a credential: extensions are logged, traced and shown.
 *
 * Goes by substring, so innocent names such as `tokenizer` and `secretary` are hit too: the rule is shared with other
 * implementations of the wire, and an extension can be renamed, while a leaked credential cannot be taken back.
 */
export function isCredentialBearing(name: string): boolean {
  const plain = name.replaceAll(/[-_]/g, "").toLowerCase();
  return CREDENTIAL_WORDS.some((word) => plain.includes(word));
}

/** Drop what looks credential-bearing from headers or properties that are about to become extensions. */
export function safeExtensions<T>(headers: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !isCredentialBearing(name)));
}

/**
 * Check all extensions and make a frozen copy. An `undefined` value counts as absent.
 *
 * @throws {EnvelopeCorruptError} naming the first extension with a name or value that may not travel
 */
export function checkExtensions(extensions: unknown): Readonly<Record<string, ExtensionValue>> {
  if (extensions === undefined) return Object.freeze({});
  if (typeof extensions !== "object" || extensions === null) {
    throw new EnvelopeCorruptError("extensions", "must be an object");
  }
  const entries = Object.entries(extensions).filter(([, value]) => value !== undefined);
  return Object.freeze(
    Object.fromEntries(entries.map(([name, value]) => [name, checkExtension(name, value)])),
  );
}

function checkExtension(name: string, value: unknown): ExtensionValue {
  checkName(name);
  if (name === ATTEMPT_EXTENSION) return checkAttempt(value);
  if (name === TRACEPARENT_EXTENSION) return checkTraceparent(value);
  if (typeof value === "string") checkCharacters(name, value);
  else if (typeof value !== "boolean" && !Number.isSafeInteger(value)) {
    throw new EnvelopeCorruptError(name, "must be a string, integer or boolean");
  }
  return value as ExtensionValue;
}

function checkName(name: string): void {
  if (isEnvelopeAttribute(name)) {
    throw new EnvelopeCorruptError(name, "is an envelope attribute, not an extension");
  }
  if (!NAME.test(name)) {
    throw new EnvelopeCorruptError(name, "must be named in 1 to 20 of a-z and 0-9");
  }
  if (isCredentialBearing(name)) {
    throw new EnvelopeCorruptError(
      name,
      "looks credential-bearing, secrets never travel in extensions",
    );
  }
}

function checkAttempt(value: unknown): number {
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0) {
    throw new EnvelopeCorruptError(ATTEMPT_EXTENSION, "must be a non-negative integer");
  }
  return value;
}

function checkTraceparent(value: unknown): string {
  if (typeof value !== "string" || !TRACEPARENT.test(value)) {
    throw new EnvelopeCorruptError(TRACEPARENT_EXTENSION, "must be a W3C traceparent");
  }
  return value;
}
