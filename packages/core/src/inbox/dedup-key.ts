import type { Envelope } from "../envelope/envelope.ts";

/**
 * What makes an envelope the same as one that was handled before: its id; or the id of the envelope that led to it, so that
 * an upstream event published anew under another id is not handled twice; or what a function of the project says, where
 * undefined means never the same. A function that throws fails the envelope like a step that throws.
 */
export type DedupKey = "id" | "causationid" | ((envelope: Envelope) => string | null | undefined);

/**
 * The key of an envelope by a rule; undefined if it is not to be deduplicated.
 *
 * @throws whatever the project's function throws
 */
export function dedupKeyOf(rule: DedupKey, envelope: Envelope): string | undefined {
  if (rule === "id") return envelope.id;
  if (rule === "causationid") return envelope.causationid ?? envelope.id;
  return rule(envelope) ?? undefined;
}
