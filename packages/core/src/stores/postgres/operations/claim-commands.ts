import type { CommandRecord } from "../../../engine/records.ts";
import type { JsonObject } from "../../../kernel/json.ts";
import type { Sql } from "../sql.ts";

/** A command whose worker died is claimed again once its lease runs out; what it does is safe to begin twice. */
const CLAIM_COMMANDS = `
  WITH claimed AS (
    UPDATE sagascope.operator_command
    SET status = 'running', claimed_by = $1,
        claimed_until = clock_timestamp() + $2::double precision * interval '1 millisecond'
    WHERE id IN (
      SELECT id FROM sagascope.operator_command
      WHERE project = $3 AND (status = 'waiting' OR (status = 'running' AND claimed_until < clock_timestamp()))
        AND (shard IS NULL OR shard = ANY ($4::smallint[]))
      ORDER BY requested_at LIMIT $5 FOR UPDATE SKIP LOCKED)
    RETURNING id, kind, target, parameters, dry_run, force, reason, actor, requested_at
  )
  SELECT id, kind, target, parameters, dry_run, force, reason, actor FROM claimed ORDER BY requested_at, id`;

interface Row {
  readonly id: string;
  readonly kind: string;
  readonly target: CommandRecord["target"];
  readonly parameters: JsonObject;
  readonly dry_run: boolean;
  readonly force: boolean;
  readonly reason: string | null;
  readonly actor: string;
}

/** Take operators' requests nobody works on, about subjects of these shards, oldest first. */
export async function claimCommands(
  sql: Sql,
  owner: { readonly project: string; readonly workerId: string; readonly leaseMs: number },
  shards: readonly number[],
  limit: number,
): Promise<readonly CommandRecord[]> {
  const rows = await sql.query<Row>("claim commands", CLAIM_COMMANDS, [
    owner.workerId,
    owner.leaseMs,
    owner.project,
    shards,
    limit,
  ]);
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    target: row.target,
    parameters: row.parameters,
    dryRun: row.dry_run,
    force: row.force,
    ...(row.reason === null ? {} : { reason: row.reason }),
    actor: row.actor,
  }));
}
