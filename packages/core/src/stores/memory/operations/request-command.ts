import type { CommandTarget } from "../../../engine/records.ts";
import { newId } from "../../../kernel/ids.ts";
import type { JsonObject } from "../../../kernel/json.ts";
import {
  type CommandRequest,
  checkedRequest,
  requestedAudit,
} from "../../../operations/command-request.ts";
import { appendAudit } from "../audit/append-audit.ts";
import type { MemoryDatabase } from "../memory-database.ts";
import { shardOf } from "../shard-of.ts";

/**
 * Write an operator's request, together with its audit entry when it is a real one, and wake the workers.
 *
 * @returns the command's id
 * @throws {ReplayRefusedError} if a real request about a letter gives no reason
 * @throws {OperationRefusedError} if one about an instance gives none, or is malformed
 */
export function requestCommand(db: MemoryDatabase, request: CommandRequest): string {
  const checked = checkedRequest(request);
  const id = newId();
  const { project, kind, target, parameters, dryRun, force, reason, actor } = checked;
  db.transaction(() => {
    db.commands.put(id, {
      id,
      project,
      kind,
      target,
      parameters: JSON.parse(JSON.stringify(parameters)) as JsonObject,
      dryRun,
      force,
      ...(reason === undefined ? {} : { reason }),
      actor,
      shard: shardFor(db, target),
      status: "waiting",
      requestedAtMs: db.nowMs(),
      claimedUntilMs: undefined,
      result: undefined,
    });
    appendAudit(db, requestedAudit(id, checked));
    db.wake(project);
  });
  return id;
}

/** Whose lane it is; there is none where the letter does not exist. */
function shardFor(db: MemoryDatabase, { letterId, subject }: CommandTarget): number | undefined {
  const found = subject ?? db.letters.rows().find(({ id }) => id === letterId)?.subject;
  return found === undefined ? undefined : shardOf(found);
}
