import type { Settlement } from "../../../engine/step-commit.ts";
import { checked } from "../checked.ts";
import type { Statement } from "../statement.ts";

const FINISH_COMMANDS = checked(
  "operator command",
  `
  UPDATE sagascope.operator_command c
  SET status = s.status, result = s.result::json, finished_at = clock_timestamp(), claimed_until = NULL,
      parameters = CASE WHEN c.parameters -> 'edit' IS NULL THEN c.parameters ELSE '{}'::json END
  FROM unnest($1::text[], $2::text[], $3::text[]) AS s (id, status, result)
  WHERE c.id = s.id AND c.status = 'running'`,
  4,
);

/** A replayed call is on its way: the command stays open, shows what is known, and needs no lease, since the call has one. */
const NOTE_PROGRESS = checked(
  "operator command",
  `
  UPDATE sagascope.operator_command c
  SET result = s.result::json, claimed_until = NULL
  FROM unnest($1::text[], $2::text[]) AS s (id, result)
  WHERE c.id = s.id AND c.status = 'running'`,
  3,
);

const CONCLUDE_COMMANDS = `
  UPDATE sagascope.operator_command c
  SET status = 'done', finished_at = clock_timestamp(), claimed_until = NULL,
      result = (coalesce(c.result::jsonb, '{}') || jsonb_build_object('outcome', s.outcome))::json
  FROM unnest($1::text[], $2::text[]) AS s (id, outcome)
  WHERE c.id = s.id AND c.status = 'running'`;

type Of<Kind> = Extract<Settlement, { readonly kind: Kind }>;

/** Fails if a command was already finished: a replay happens once. What an edit put in may be secret, and is not kept. */
export function finishCommands(finished: readonly Of<"command-finished">[]): readonly Statement[] {
  if (finished.length === 0) return [];
  const values = [
    finished.map((settlement) => settlement.commandId),
    finished.map((settlement) => settlement.status),
    finished.map((settlement) => JSON.stringify(settlement.result)),
    finished.length,
  ];
  return [{ operation: "finish commands", text: FINISH_COMMANDS, values }];
}

/** Fails if a command was already finished: a call starts over once for it. */
export function noteCommandProgress(again: readonly Of<"effect-again">[]): readonly Statement[] {
  if (again.length === 0) return [];
  const values = [
    again.map((settlement) => settlement.commandId),
    again.map((settlement) => JSON.stringify(settlement.progress)),
    again.length,
  ];
  return [{ operation: "note command progress", text: NOTE_PROGRESS, values }];
}

/** The call that a command had tried again has ended. */
export function concludeCommands(
  concluded: readonly Of<"command-concluded">[],
): readonly Statement[] {
  if (concluded.length === 0) return [];
  const values = [
    concluded.map((settlement) => settlement.commandId),
    concluded.map((settlement) => settlement.outcome),
  ];
  return [{ operation: "conclude commands", text: CONCLUDE_COMMANDS, values }];
}
