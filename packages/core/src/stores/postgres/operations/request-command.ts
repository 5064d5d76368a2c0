import { newId } from "../../../kernel/ids.ts";
import {
  type CommandRequest,
  checkedRequest,
  requestedAudit,
} from "../../../operations/command-request.ts";
import { appendAudit } from "../audit/append-audit.ts";
import type { SqlPool } from "../sql.ts";
import { COMMANDS_CHANNEL } from "../workers/channels.ts";

/** The shard says whose lane it is; there is none where the letter does not exist. */
const INSERT_COMMAND = `
  INSERT INTO sagascope.operator_command (id, project, kind, target, parameters, dry_run, force, reason, actor, shard)
  VALUES ($1, $2, $3, $4::json, $5::json, $6, $7, $8, $9,
    sagascope.shard_of(coalesce($10::text, (SELECT subject FROM sagascope.dead_letter WHERE id = $11::text))))`;

const WAKE = `SELECT pg_notify('${COMMANDS_CHANNEL}', $1), pg_notify('sagascope_change', $2)`;

/**
 * Write an operator's request as a row, together with its audit entry when it is a real one, and wake the workers:
 * only they hold user code.
 *
 * @returns the command's id
 * @throws {ReplayRefusedError} if a real request about a letter gives no reason
 * @throws {OperationRefusedError} if one about an instance gives none, or is malformed
 */
export async function requestCommand(sql: SqlPool, request: CommandRequest): Promise<string> {
  const checked = checkedRequest(request);
  const { project, kind, target, parameters, dryRun, force, reason, actor } = checked;
  const id = newId();
  await sql.transaction("request command", async (tx) => {
    await tx.query("write command", INSERT_COMMAND, [
      id,
      project,
      kind,
      JSON.stringify(target),
      JSON.stringify(parameters),
      dryRun,
      force,
      reason ?? null,
      actor,
      "subject" in target ? target.subject : null,
      "letterId" in target ? target.letterId : null,
    ]);
    await appendAudit(tx, requestedAudit(id, checked));
    await tx.query("wake workers", WAKE, [project, JSON.stringify({ c: [id], a: 1 })]);
  });
  return id;
}
