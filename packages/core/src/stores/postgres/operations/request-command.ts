import { newId } from "../../../kernel/ids.ts";
import {
  type CommandRequest,
  checkedReason,
  requestedAudit,
} from "../../../operations/command-request.ts";
import { appendAudit } from "../audit/append-audit.ts";
import type { SqlPool } from "../sql.ts";

const INSERT_COMMAND = `
  INSERT INTO sagascope.operator_command (id, project, kind, target, dry_run, force, reason, actor)
  VALUES ($1, $2, $3, $4::json, $5, $6, $7, $8)`;

const WAKE = `SELECT pg_notify('sagascope_work', $1), pg_notify('sagascope_change', $2)`;

/**
 * Write an operator's request as a row, together with its audit entry when it is a real one, and wake the workers:
 * only they hold user code.
 *
 * @returns the command's id
 * @throws {ReplayRefusedError} if a real request gives no reason
 */
export async function requestCommand(sql: SqlPool, request: CommandRequest): Promise<string> {
  const reason = checkedReason(request);
  const id = newId();
  await sql.transaction("request command", async (tx) => {
    await tx.query("write command", INSERT_COMMAND, [
      id,
      request.project,
      request.kind,
      JSON.stringify(request.target),
      request.dryRun,
      request.force ?? false,
      reason ?? null,
      request.actor,
    ]);
    await appendAudit(tx, requestedAudit(id, request, reason));
    await tx.query("wake workers", WAKE, [request.project, JSON.stringify({ c: [id], a: 1 })]);
  });
  return id;
}
