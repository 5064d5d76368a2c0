import type { CommandTarget } from "../../../engine/records.ts";
import type { CommandReport } from "../../../operations/instance-report.ts";
import type { Sql } from "../sql.ts";

const FIND_COMMAND = `
  SELECT id, project, kind, target, dry_run AS "dryRun", force, reason, actor, status, requested_at AS "requestedAt",
         finished_at AS "finishedAt", result
  FROM sagascope.operator_command WHERE id = $1`;

/** An operator's request and how far it has come. */
export interface CommandView {
  readonly id: string;
  readonly project: string;
  readonly kind: string;
  readonly target: CommandTarget;
  readonly dryRun: boolean;
  readonly force: boolean;
  readonly reason: string | null;
  readonly actor: string;
  readonly status: "waiting" | "running" | "done" | "refused" | "failed";
  readonly requestedAt: Date;
  readonly finishedAt: Date | null;
  readonly result: CommandReport | null;
}

export async function findCommand(sql: Sql, id: string): Promise<CommandView | undefined> {
  const [row] = await sql.query<CommandView>("find command", FIND_COMMAND, [id]);
  return row;
}

const FIRST_WAIT_MS = 15;
const LONGEST_WAIT_MS = 250;

/**
 * Wait for a command to end, reading with growing waits.
 *
 * @returns the command as it stands when it ends or the time is up: the caller looks at `status`
 */
export async function awaitCommand(
  sql: Sql,
  id: string,
  { timeoutMs }: { readonly timeoutMs: number },
): Promise<CommandView | undefined> {
  const deadline = performance.now() + timeoutMs;
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2)) {
    const command = await findCommand(sql, id);
    const open = command?.status === "waiting" || command?.status === "running";
    if (!open || performance.now() + waitMs > deadline) return command;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}
