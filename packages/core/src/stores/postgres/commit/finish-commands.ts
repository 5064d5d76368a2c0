import type { Settlement } from "../../../engine/step-commit.ts";
import type { Sql } from "../sql.ts";
import { requireAll } from "./settle-deliveries.ts";

const FINISH_COMMANDS = `
  UPDATE sagascope.operator_command c
  SET status = s.status, result = s.result::json, finished_at = clock_timestamp(), claimed_until = NULL
  FROM unnest($1::text[], $2::text[], $3::text[]) AS s (id, status, result)
  WHERE c.id = s.id AND c.status = 'running'
  RETURNING 1`;

/** A replayed call is on its way: the command stays open, shows what is known, and needs no lease, since the call has one. */
const NOTE_PROGRESS = `
  UPDATE sagascope.operator_command c
  SET result = s.result::json, claimed_until = NULL
  FROM unnest($1::text[], $2::text[]) AS s (id, result)
  WHERE c.id = s.id AND c.status = 'running'
  RETURNING 1`;

const CONCLUDE_COMMANDS = `
  UPDATE sagascope.operator_command c
  SET status = 'done', finished_at = clock_timestamp(), claimed_until = NULL,
      result = (coalesce(c.result::jsonb, '{}') || jsonb_build_object('outcome', s.outcome))::json
  FROM unnest($1::text[], $2::text[]) AS s (id, outcome)
  WHERE c.id = s.id AND c.status = 'running'`;

type Of<Kind> = Extract<Settlement, { readonly kind: Kind }>;

/** @throws {CommitConflictError} if a command was already finished: a replay happens once */
export async function finishCommands(
  sql: Sql,
  finished: readonly Of<"command-finished">[],
): Promise<void> {
  if (finished.length === 0) return;
  const rows = await sql.query("finish commands", FINISH_COMMANDS, [
    finished.map((settlement) => settlement.commandId),
    finished.map((settlement) => settlement.status),
    finished.map((settlement) => JSON.stringify(settlement.result)),
  ]);
  requireAll("operator command", finished.length, rows.length);
}

/** @throws {CommitConflictError} if a command was already finished: a call starts over once for it */
export async function noteCommandProgress(
  sql: Sql,
  again: readonly Of<"effect-again">[],
): Promise<void> {
  if (again.length === 0) return;
  const rows = await sql.query("note command progress", NOTE_PROGRESS, [
    again.map((settlement) => settlement.commandId),
    again.map((settlement) => JSON.stringify(settlement.progress)),
  ]);
  requireAll("operator command", again.length, rows.length);
}

/** The call that a command had tried again has ended. */
export async function concludeCommands(
  sql: Sql,
  concluded: readonly Of<"command-concluded">[],
): Promise<void> {
  if (concluded.length === 0) return;
  await sql.query("conclude commands", CONCLUDE_COMMANDS, [
    concluded.map((settlement) => settlement.commandId),
    concluded.map((settlement) => settlement.outcome),
  ]);
}
