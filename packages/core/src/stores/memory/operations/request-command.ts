import { newId } from "../../../kernel/ids.ts";
import {
  type CommandRequest,
  checkedReason,
  requestedAudit,
} from "../../../operations/command-request.ts";
import { appendAudit } from "../audit/append-audit.ts";
import type { MemoryDatabase } from "../memory-database.ts";

/**
 * Write an operator's request, together with its audit entry when it is a real one, and wake the workers.
 *
 * @returns the command's id
 * @throws {ReplayRefusedError} if a real request gives no reason
 */
export function requestCommand(db: MemoryDatabase, request: CommandRequest): string {
  const reason = checkedReason(request);
  const id = newId();
  const { project, kind, target, dryRun, force = false, actor } = request;
  db.transaction(() => {
    db.commands.put(id, {
      id,
      project,
      kind,
      target,
      dryRun,
      force,
      ...(reason === undefined ? {} : { reason }),
      actor,
      status: "waiting",
      requestedAtMs: db.nowMs(),
      claimedUntilMs: undefined,
      result: undefined,
    });
    appendAudit(db, requestedAudit(id, request, reason));
    db.wake(project);
  });
  return id;
}
