import { newId } from "../../../kernel/ids.ts";
import { ReplayRefusedError } from "../../../operations/errors.ts";
import { appendAudit } from "../audit/append-audit.ts";
import type { SqlPool } from "../sql.ts";

const REASON_CHARACTERS_MAX = 1_000;

const INSERT_COMMAND = `
  INSERT INTO sagascope.operator_command (id, project, kind, target, dry_run, force, reason, actor)
  VALUES ($1, $2, $3, $4::json, $5, $6, $7, $8)`;

const WAKE = `SELECT pg_notify('sagascope_work', $1), pg_notify('sagascope_change', $2)`;

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
 * Write an operator's request as a row, together with its audit entry when it is a real one, and wake the workers:
 * only they hold user code.
 *
 * @returns the command's id
 * @throws {ReplayRefusedError} if a real request gives no reason
 */
export async function requestCommand(sql: SqlPool, request: CommandRequest): Promise<string> {
  const reason = request.reason?.trim() ?? "";
  if (!request.dryRun && reason === "") {
    throw new ReplayRefusedError(`${request.kind}: a reason is required`);
  }
  if (reason.length > REASON_CHARACTERS_MAX) {
    throw new ReplayRefusedError(
      `${request.kind}: the reason must be at most ${REASON_CHARACTERS_MAX} characters, got ${reason.length}`,
    );
  }
  const id = newId();
  await sql.transaction("request command", async (tx) => {
    await tx.query("write command", INSERT_COMMAND, [
      id,
      request.project,
      request.kind,
      JSON.stringify(request.target),
      request.dryRun,
      request.force ?? false,
      reason === "" ? null : reason,
      request.actor,
    ]);
    if (!request.dryRun) {
      await appendAudit(tx, [
        {
          actor: request.actor,
          action: request.kind,
          target: `dead letter ${request.target.letterId}`,
          reason,
          outcome: "requested",
          detail: { commandId: id, force: request.force ?? false },
        },
      ]);
    }
    await tx.query("wake workers", WAKE, [request.project, JSON.stringify({ c: [id], a: 1 })]);
  });
  return id;
}
