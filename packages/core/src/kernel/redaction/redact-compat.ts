import type { JsonValue } from "../json.ts";
import { collectSecrets, maskKnownSecrets } from "./known-secrets.ts";
import { type PartRules, redactParts } from "./redact-parts.ts";
import type { Redactor } from "./redactor.ts";

/** The substrings that system X masks by default; golden/redaction.json holds the same list. */
export const COMPAT_SECRET_KEYS: readonly string[] = (
  "password passwd pwd secret token api_key apikey authorization auth bearer credential private_key cookie session " +
  "signature otp pin card cvv cvc pan iban account_number account_no routing swift mnemonic seed_phrase seed ssn dob " +
  "date_of_birth email phone passport"
).split(" ");

/**
 * Redact as system X does: by key alone, and by substring, so that `shipping` is masked (for `pin`) and `api-key` is
 * not. For reading records that were compared with its own; everything else uses `createRedactor`.
 *
 * @param keys replaces the default list; an empty list masks nothing
 * @throws {UnredactableError} if the value is too deep or too large
 */
export function redactCompat(
  value: unknown,
  keys: readonly string[] = COMPAT_SECRET_KEYS,
): JsonValue {
  return redactParts(value, rulesOf(keys)).value;
}

/** The compatible way as a redactor, for a project or machine that asks for it. */
export function substringRedactor(
  keys: readonly string[] = COMPAT_SECRET_KEYS,
  extraKeys: readonly string[] = [],
): Redactor {
  const all = [...keys, ...extraKeys];
  return {
    redact: (value) => redactParts(value, rulesOf(all)),
    redactText: (text) => text,
    redactErrorText: (message, context) => scrubErrorTextCompat(message, context, all),
  };
}

function rulesOf(keys: readonly string[]): PartRules {
  return {
    isSecretKey: containsOneOf(keys),
    maskText: (text) => text,
    maskMessage: (text) => text,
    isSecretNumber: () => false,
  };
}

/**
 * Scrub an error's text as system X does: only texts of at least four characters that stand at the top level of
 * `context` under a secret key are masked.
 */
export function scrubErrorTextCompat(
  message: string,
  context: unknown,
  keys: readonly string[] = COMPAT_SECRET_KEYS,
): string {
  if (typeof context !== "object" || context === null) return message;
  const texts = Object.entries(context).filter(([, part]) => typeof part === "string");
  const secrets = collectSecrets(Object.fromEntries(texts), containsOneOf(keys));
  return maskKnownSecrets(message, secrets);
}

function containsOneOf(keys: readonly string[]): (key: string) => boolean {
  const parts = keys.map((key) => key.toLowerCase());
  return (key) => parts.some((part) => key.toLowerCase().includes(part));
}
