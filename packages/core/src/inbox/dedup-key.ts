import { type Envelope, MAX_ATTRIBUTE_CHARACTERS } from "../envelope/envelope.ts";
import { InvalidDedupKeyError } from "./errors.ts";

/**
 * What makes an envelope the same as one that was handled before: its id; or the id of the envelope that led to it, so that
 * an upstream event published anew under another id is not handled twice; or what a function of the project says, where
 * undefined means never the same. A function that throws fails the envelope like a step that throws.
 */
export type DedupKey = "id" | "causationid" | ((envelope: Envelope) => string | null | undefined);

/** What no store keeps as text: control characters and half surrogate pairs. */
const FORBIDDEN = /[\p{Cc}\p{Cs}]/u;

/**
 * The key of an envelope by a rule; undefined if it is not to be deduplicated.
 *
 * @throws {InvalidDedupKeyError} if the project's function gives a key that is no text, empty, longer than an id may be, or
 *   not printable; and whatever that function throws
 */
export function dedupKeyOf(rule: DedupKey, envelope: Envelope): string | undefined {
  if (rule === "id") return envelope.id;
  // Senders may write an empty causationid; it leads to no envelope.
  if (rule === "causationid") return envelope.causationid || envelope.id;
  return checkKey(rule(envelope));
}

function checkKey(key: unknown): string | undefined {
  if (key === undefined || key === null) return undefined;
  if (typeof key !== "string") throw new InvalidDedupKeyError(`must be text, got ${typeof key}`);
  if (key === "") throw new InvalidDedupKeyError("must not be empty");
  if ([...key].length > MAX_ATTRIBUTE_CHARACTERS) {
    throw new InvalidDedupKeyError(`exceeds ${MAX_ATTRIBUTE_CHARACTERS} characters`);
  }
  if (FORBIDDEN.test(key)) throw new InvalidDedupKeyError("must be printable text");
  return key;
}
