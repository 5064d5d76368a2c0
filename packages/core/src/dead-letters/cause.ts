import { createHash } from "node:crypto";

const TITLE_CHARACTERS_MAX = 160;

/** What every error of one cause has in common. */
export interface Cause {
  readonly fingerprint: string;
  /** Readable, with what varies masked: `TemplateNotFound: no template "…"`. */
  readonly title: string;
}

/** Parts of an error text that differ from letter to letter, most specific first. */
const VARYING: readonly (readonly [RegExp, string])[] = [
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, "<id>"],
  [/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?/g, "<time>"],
  [/\b[a-z][a-z0-9+.-]*:\/\/[^\s"')]+/gi, "<url>"],
  [/\b(\d{1,3}\.){3}\d{1,3}(:\d+)?\b/g, "<address>"],
  [/"[^"]*"|'[^']*'|`[^`]*`|‘[^’]*’|“[^”]*”/g, '"…"'],
  [/\b0x[0-9a-f]+\b/gi, "<n>"],
  [/\b(?=[0-9a-f]*\d)[0-9a-f]{12,}\b/gi, "<id>"],
  [/\b[\w]+[-_:]\d[\w-]*\b/g, "<id>"],
  [/\b\d+([.,]\d+)*\b/g, "<n>"],
];

/**
 * The cause of a letter: its reason, error name and message with ids, times, addresses, quoted values and numbers
 * masked, so that a thousand letters of one fault are one group.
 */
export function causeOf(letter: {
  readonly reason: string;
  readonly consumer: string;
  readonly error?: { readonly name: string; readonly message: string };
  readonly eventType: string;
}): Cause {
  const title = letter.error
    ? `${letter.error.name}: ${normaliseMessage(letter.error.message)}`
    : `${letter.reason} ${letter.eventType}`;
  const cut = title.slice(0, TITLE_CHARACTERS_MAX);
  const fingerprint = createHash("sha256")
    .update(JSON.stringify([letter.consumer, letter.reason, title]))
    .digest("hex")
    .slice(0, 32);
  return { fingerprint, title: cut };
}

/** An error message with everything masked that varies from one occurrence to the next. */
export function normaliseMessage(message: string): string {
  const line = message.split("\n", 1)[0] ?? "";
  return VARYING.reduce((text, [pattern, mask]) => text.replace(pattern, mask), line)
    .replace(/\s+/g, " ")
    .trim();
}
