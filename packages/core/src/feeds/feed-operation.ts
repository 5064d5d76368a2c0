import type { AuditEntry } from "../engine/step-commit.ts";
import type { JsonObject } from "../kernel/json.ts";
import { FeedOperationRefusedError } from "./errors.ts";

const REASON_CHARACTERS_MAX = 1_000;

/** What an operator does to a feed, and why. */
export interface FeedOperation {
  readonly project: string;
  readonly feed: string;
  /** Kept in the audit. */
  readonly reason: string;
  readonly actor: string;
}

/**
 * The reason of an operation, trimmed.
 *
 * @throws {FeedOperationRefusedError} if there is none, or it is too long
 */
export function requireReason({ feed, reason }: FeedOperation, what: "move" | "forget"): string {
  const text = reason.trim();
  if (text === "") throw new FeedOperationRefusedError(feed, `a reason to ${what} it is required`);
  if (text.length <= REASON_CHARACTERS_MAX) return text;
  throw new FeedOperationRefusedError(
    feed,
    `the reason must be at most ${REASON_CHARACTERS_MAX} characters, got ${text.length}`,
  );
}

/** What the audit keeps of an operation. */
export function feedAudit(
  { project, feed, actor }: FeedOperation,
  reason: string,
  what: "move" | "forget",
  outcome: string,
  detail: JsonObject,
): AuditEntry {
  return {
    actor,
    action: `feed ${what}`,
    target: `feed ${project}/${feed}`,
    reason,
    outcome,
    detail,
  };
}
