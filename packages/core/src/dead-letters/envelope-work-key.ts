import { createHash } from "node:crypto";
import type { Envelope } from "../envelope/envelope.ts";

/** Enough to tell the sources of one id from each other; a key has to fit into an index. */
const SOURCE_DIGITS = 16;

/** What tells an envelope that was given up from others: its id is unique only within its source (CloudEvents 1.0, 3.1.1). */
export function envelopeWorkKey({ id, source }: Pick<Envelope, "id" | "source">): string {
  const digest = createHash("sha256").update(source).digest("hex");
  return `envelope:${id}@${digest.slice(0, SOURCE_DIGITS)}`;
}
