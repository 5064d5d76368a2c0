import type { AuditEntry } from "../engine/step-commit.ts";
import { ReplayRefusedError } from "./errors.ts";

const REASON_CHARACTERS_MAX = 1_000;

/** What an operator asks for. */
export interface CommandRequest {
  readonly project: string;
  readonly kind: "replay" | "resolve";
  readonly target: { readonly letterId: string };
  /** True unless asked otherwise, everywhere an operator can ask. */
  readonly dryRun: boolean;
  /** Go on although structure or version changed, or only the redacted form is left. */
  readonly force?: boolean;
  /** Required for a real one; kept in the audit. */
  readonly reason?: string;
  readonly actor: string;
}

/**
 * The reason of a request, trimmed; undefined when a dry run gives none.
 *
 * @throws {ReplayRefusedError} if a real request gives no reason, or one that is too long
 */
export function checkedReason(request: CommandRequest): string | undefined {
  const reason = request.reason?.trim() ?? "";
  if (!request.dryRun && reason === "") {
    throw new ReplayRefusedError(`${request.kind}: a reason is required`);
  }
  if (reason.length > REASON_CHARACTERS_MAX) {
    throw new ReplayRefusedError(
      `${request.kind}: the reason must be at most ${REASON_CHARACTERS_MAX} characters, got ${reason.length}`,
    );
  }
  return reason === "" ? undefined : reason;
}

/** What the audit keeps of a real request; a dry run leaves no trace. */
export function requestedAudit(
  commandId: string,
  request: CommandRequest,
  reason: string | undefined,
): readonly AuditEntry[] {
  if (request.dryRun) return [];
  return [
    {
      actor: request.actor,
      action: request.kind,
      target: `dead letter ${request.target.letterId}`,
      ...(reason === undefined ? {} : { reason }),
      outcome: "requested",
      detail: { commandId, force: request.force ?? false },
    },
  ];
}
