import type { Settlement } from "../../../engine/step-commit.ts";
import { checked } from "../checked.ts";
import { type Statement, toJsonColumn } from "../statement.ts";

/**
 * Only a pending call with the token of its lease can end. Said by its end, not by its status, which would offer the index of
 * all pending calls to the planner.
 */
const END_EFFECTS = checked(
  "service call",
  `
  UPDATE sagascope.effect e
  SET status = s.status, output = CASE WHEN s.status = 'done' THEN s.output END,
      errors = CASE WHEN s.status = 'done' THEN e.errors ELSE s.errors END,
      finished_at = clock_timestamp(), leased_by = NULL, leased_until = NULL, alone = false
  FROM ROWS FROM (
      unnest($1::bigint[], $2::bigint[], $3::text[]), json_array_elements($4::json), json_array_elements($5::json))
    AS s (id, token, status, output, errors)
  WHERE e.id = s.id AND e.token = s.token AND e.finished_at IS NULL`,
  6,
);

/** A call that gave up starts over under the same idempotency key. Its command waits for how it ends. */
const START_AGAIN = checked(
  "service call",
  `
  UPDATE sagascope.effect e
  SET status = 'pending', attempts = 0, due_at = clock_timestamp(), finished_at = NULL, command_id = s.command_id,
      replay = s.replay::json,
      leased_by = NULL, leased_until = NULL
  FROM unnest($1::bigint[], $2::text[], $3::text[]) AS s (id, command_id, replay)
  WHERE e.id = s.id AND e.status = 'dead'`,
  4,
);

/** The status it was found in stands in the statement: a call that ended or gave up meanwhile is another case. */
const CUT_EFFECTS = checked(
  "service call",
  `
  UPDATE sagascope.effect e
  SET status = 'cancelled', finished_at = clock_timestamp(), leased_by = NULL, leased_until = NULL
  FROM unnest($1::bigint[], $2::text[]) AS s (id, status)
  WHERE e.id = s.id AND e.status = s.status`,
  3,
);

/** A replay that had such a call tried again is over with it. */
const CANCEL_EFFECTS = `
  WITH cancelled AS (
    UPDATE sagascope.effect e
    SET status = 'cancelled', finished_at = clock_timestamp()
    FROM unnest($1::text[], $2::text[], $3::text[]) AS s (machine_id, subject, ref)
    WHERE e.machine_id = s.machine_id AND e.subject = s.subject AND e.ref = s.ref
      AND e.kind = 'invoke' AND e.status IN ('pending', 'dead')
    RETURNING e.command_id
  )
  UPDATE sagascope.operator_command c
  SET status = 'done', finished_at = clock_timestamp(), claimed_until = NULL,
      result = (coalesce(c.result::jsonb, '{}') || '{"outcome": "cancelled"}')::json
  FROM cancelled WHERE c.id = cancelled.command_id AND c.status = 'running'`;

type Ended = Extract<
  Settlement,
  { readonly kind: "effect-done" | "effect-failed" | "effect-dead" }
>;
type Again = Extract<Settlement, { readonly kind: "effect-again" }>;
type Cut = Extract<Settlement, { readonly kind: "effect-cut" }>;

const STATUS = { "effect-done": "done", "effect-failed": "failed", "effect-dead": "dead" } as const;

/** Fails if a call is no longer pending under its lease. */
export function endEffects(ended: readonly Ended[]): readonly Statement[] {
  if (ended.length === 0) return [];
  const values = [
    ended.map((settlement) => settlement.effectId),
    ended.map((settlement) => settlement.token),
    ended.map((settlement) => STATUS[settlement.kind]),
    toJsonColumn(ended.map((one) => (one.kind === "effect-done" ? jsonOf(one.output) : "null"))),
    toJsonColumn(ended.map((one) => (one.kind === "effect-done" ? "[]" : jsonOf(one.errors)))),
    ended.length,
  ];
  return [{ operation: "end service calls", text: END_EFFECTS, values }];
}

/** What was not answered, as `undefined`, is null in JSON. */
function jsonOf(value: unknown): string {
  return JSON.stringify(value ?? null);
}

/** Fails if the call is not one that gave up. */
export function startEffectsAgain(again: readonly Again[]): readonly Statement[] {
  if (again.length === 0) return [];
  const values = [
    again.map((settlement) => settlement.effectId),
    again.map((settlement) => settlement.commandId),
    again.map((settlement) => JSON.stringify(settlement.replay)),
    again.length,
  ];
  return [{ operation: "start service calls again", text: START_AGAIN, values }];
}

/** Fails if a call is no longer in the status it was found in. */
export function cutEffects(cut: readonly Cut[]): readonly Statement[] {
  if (cut.length === 0) return [];
  const values = [
    cut.map((settlement) => settlement.effectId),
    cut.map((settlement) => settlement.status),
    cut.length,
  ];
  return [{ operation: "cut service calls", text: CUT_EFFECTS, values }];
}

/** End the open calls of states that were left; a call already on its way comes back as a late result. */
export function cancelEffects(
  cancelled: readonly {
    readonly machineId: string;
    readonly subject: string;
    readonly ref: string;
  }[],
): readonly Statement[] {
  if (cancelled.length === 0) return [];
  const values = [
    cancelled.map((effect) => effect.machineId),
    cancelled.map((effect) => effect.subject),
    cancelled.map((effect) => effect.ref),
  ];
  return [{ operation: "cancel service calls", text: CANCEL_EFFECTS, values }];
}
