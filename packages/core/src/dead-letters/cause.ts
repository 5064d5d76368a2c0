import { createHash } from "node:crypto";
import type { CauseFacts, CauseRule } from "../projects/cause-rule.ts";
import { normaliseMessage } from "./normalise-message.ts";

const TITLE_CHARACTERS_MAX = 160;
const FINGERPRINT_DIGITS = 32;

/** What every error of one cause has in common. */
export interface Cause {
  readonly fingerprint: string;
  /** Readable, with what varies masked: `TemplateNotFound: no template "…"`. */
  readonly title: string;
}

/**
 * The cause of a letter: its reason, error name and message with ids, times, addresses, quoted values and numbers
 * masked, so that a thousand letters of one fault are one group.
 *
 * @param rule - a project's own, asked first; one that throws is passed over, since a letter must be written
 */
export function causeOf(letter: CauseFacts, rule?: CauseRule): Cause {
  const ruled = ask(rule, letter);
  if (ruled !== undefined) {
    return {
      fingerprint: fingerprintOf(["rule", ruled.key]),
      title: cut(ruled.title ?? ruled.key),
    };
  }
  const title = letter.error
    ? `${letter.error.name}: ${normaliseMessage(letter.error.message)}`
    : `${letter.reason} ${letter.eventType}`;
  return {
    fingerprint: fingerprintOf([letter.consumer, letter.reason, title]),
    title: cut(title),
  };
}

function ask(rule: CauseRule | undefined, letter: CauseFacts): ReturnType<CauseRule> {
  try {
    const ruled = rule?.(letter);
    return typeof ruled?.key === "string" ? ruled : undefined;
  } catch {
    return undefined;
  }
}

function fingerprintOf(parts: readonly string[]): string {
  return createHash("sha256")
    .update(JSON.stringify(parts))
    .digest("hex")
    .slice(0, FINGERPRINT_DIGITS);
}

function cut(title: string): string {
  return title.slice(0, TITLE_CHARACTERS_MAX);
}
