import type { Settlement } from "../../../engine/step-commit.ts";
import type { Sql } from "../sql.ts";
import { requireAll } from "./settle-deliveries.ts";

/** Only a pending call with the token of its lease can end. */
const END_EFFECTS = `
  UPDATE sagascope.effect e
  SET status = s.status, output = s.output::json, errors = coalesce(s.errors::json, e.errors),
      finished_at = clock_timestamp(), leased_by = NULL, leased_until = NULL
  FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[]) AS s (id, token, status, output, errors)
  WHERE e.id = s.id AND e.token = s.token AND e.status = 'pending'
  RETURNING e.command_id`;

/** A call that gave up starts over under the same idempotency key. Its command waits for how it ends. */
const START_AGAIN = `
  UPDATE sagascope.effect e
  SET status = 'pending', attempts = 0, due_at = clock_timestamp(), finished_at = NULL, command_id = s.command_id,
      replay = s.replay::json,
      leased_by = NULL, leased_until = NULL
  FROM unnest($1::bigint[], $2::text[], $3::text[]) AS s (id, command_id, replay)
  WHERE e.id = s.id AND e.status = 'dead'
  RETURNING 1`;

const CANCEL_EFFECTS = `
  UPDATE sagascope.effect e
  SET status = 'cancelled', finished_at = clock_timestamp()
  FROM unnest($1::text[], $2::text[], $3::text[]) AS s (machine_id, subject, ref)
  WHERE e.machine_id = s.machine_id AND e.subject = s.subject AND e.ref = s.ref
    AND e.kind = 'invoke' AND e.status IN ('pending', 'dead')`;

type Ended = Extract<
  Settlement,
  { readonly kind: "effect-done" | "effect-failed" | "effect-dead" }
>;
type Again = Extract<Settlement, { readonly kind: "effect-again" }>;

const STATUS = { "effect-done": "done", "effect-failed": "failed", "effect-dead": "dead" } as const;

/** @throws {CommitConflictError} if a call is no longer pending under its lease */
export async function endEffects(sql: Sql, ended: readonly Ended[]): Promise<void> {
  if (ended.length === 0) return;
  const rows = await sql.query("end service calls", END_EFFECTS, [
    ended.map((settlement) => settlement.effectId),
    ended.map((settlement) => settlement.token),
    ended.map((settlement) => STATUS[settlement.kind]),
    ended.map((settlement) =>
      settlement.kind === "effect-done" ? JSON.stringify(settlement.output ?? null) : null,
    ),
    ended.map((settlement) =>
      settlement.kind === "effect-done" ? null : JSON.stringify(settlement.errors),
    ),
  ]);
  requireAll("service call", ended.length, rows.length);
}

/** @throws {CommitConflictError} if the call is not one that gave up */
export async function startEffectsAgain(sql: Sql, again: readonly Again[]): Promise<void> {
  if (again.length === 0) return;
  const rows = await sql.query("start service calls again", START_AGAIN, [
    again.map((settlement) => settlement.effectId),
    again.map((settlement) => settlement.commandId),
    again.map((settlement) => JSON.stringify(settlement.replay)),
  ]);
  requireAll("service call", again.length, rows.length);
}

/** End the open calls of states that were left; a call already on its way comes back as a late result. */
export async function cancelEffects(
  sql: Sql,
  cancelled: readonly {
    readonly machineId: string;
    readonly subject: string;
    readonly ref: string;
  }[],
): Promise<void> {
  if (cancelled.length === 0) return;
  await sql.query("cancel service calls", CANCEL_EFFECTS, [
    cancelled.map((effect) => effect.machineId),
    cancelled.map((effect) => effect.subject),
    cancelled.map((effect) => effect.ref),
  ]);
}
