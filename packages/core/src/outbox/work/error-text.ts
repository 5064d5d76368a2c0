import { createRedactor } from "../../kernel/redaction/redactor.ts";

/** An error's text is for people; more than this helps nobody. */
const CHARACTERS_MAX = 1_000;
const redactor = createRedactor();

/** What a store keeps of an error: its name and message, without anything that looks like a secret. */
export function errorText(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return redactor.redactText(text).slice(0, CHARACTERS_MAX);
}
