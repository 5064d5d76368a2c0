import { isCardNumber } from "./card-numbers.ts";
import { collectSecrets, maskKnownSecrets } from "./known-secrets.ts";
import type { Redacted } from "./redact-parts.ts";
import { redactParts } from "./redact-parts.ts";
import type { SecretKeyRules } from "./secret-keys.ts";
import { createKeyTest } from "./secret-keys.ts";
import type { SecretTextRules } from "./secret-text.ts";
import { maskSecretText } from "./secret-text.ts";

/** What a redactor masks. */
export interface RedactionRules extends SecretKeyRules {
  /** Look for secrets inside texts and numbers too, whatever their key. On by default. */
  readonly values?: boolean;
  /** Mask e-mail addresses inside texts; off by default, since they are often the business key. */
  readonly emails?: boolean;
}

/** Removes secrets from what people will see. Never changes what it is given. */
export interface Redactor {
  /**
   * Copy a value without its secrets. The whole subtree under a secret key is masked. Redacting twice changes nothing.
   *
   * Cycles become `"[circular]"`, what throws when read `"[unreadable]"`, bytes their length.
   *
   * @throws {UnredactableError} if the value is too deep or too large, or its keys cannot be listed
   */
  redact(value: unknown): Redacted;
  /** Mask what is secret by its form in free text, such as a log message. */
  redactText(text: string): string;
  /**
   * Mask an error's text: what is secret by its form, and every value of at least four characters that stands under a
   * secret key of `context`.
   */
  redactErrorText(message: string, context?: unknown): string;
}

/** Make a redactor. Without rules it masks credentials, payment data and personal identifiers. */
export function createRedactor(rules: RedactionRules = {}): Redactor {
  const { values = true, emails = false } = rules;
  const isSecretKey = createKeyTest(rules);
  const mask = (text: string, pairs: SecretTextRules["pairs"]) =>
    values ? maskSecretText(text, { emails, isSecretKey, pairs }) : text;

  return {
    redact: (value) =>
      redactParts(value, {
        isSecretKey,
        maskText: (text) => mask(text, "value"),
        maskMessage: (text) => mask(text, "message"),
        isSecretNumber: (number) => values && isCardNumber(String(number)),
      }),
    redactText: (text) => mask(text, "message"),
    redactErrorText: (message, context) =>
      mask(maskKnownSecrets(message, collectSecrets(context, isSecretKey)), "message"),
  };
}

const defaultRedactor = createRedactor();

/**
 * Redact with the default rules.
 *
 * @throws {UnredactableError} as {@link Redactor.redact}
 */
export function redact(value: unknown): Redacted {
  return defaultRedactor.redact(value);
}

/** Redact an error's text with the default rules. */
export function redactErrorText(message: string, context?: unknown): string {
  return defaultRedactor.redactErrorText(message, context);
}
