import type { CommandStore } from "../../../engine/engine-store.ts";
import { findLetter } from "../dead-letters/find-letter.ts";
import { EFFECT_COLUMNS, type EffectRow, toEffect } from "../effects/effect-row.ts";
import type { SqlPool } from "../sql.ts";
import { claimCommands } from "./claim-commands.ts";
import { findRevision } from "./find-revision.ts";
import { findCalls, findWork } from "./find-work.ts";

/** Long enough for any dry run; a worker that dies holds a command no longer. */
const COMMAND_LEASE_MS = 15_000;

const FIND_EFFECT = `SELECT ${EFFECT_COLUMNS} FROM sagascope.effect e WHERE id = $1`;

const FINISH_COMMAND = `
  UPDATE sagascope.operator_command
  SET status = $2, result = $3::json, finished_at = clock_timestamp(), claimed_until = NULL,
      parameters = CASE WHEN parameters -> 'edit' IS NULL THEN parameters ELSE '{}'::json END
  WHERE id = $1 AND status = 'running'`;

/** {@link CommandStore} of one worker over Postgres. */
export function postgresCommandStore(
  sql: SqlPool,
  owner: { readonly project: string; readonly workerId: string },
): CommandStore {
  return {
    claimCommands: (shards, limit) =>
      claimCommands(sql, { ...owner, leaseMs: COMMAND_LEASE_MS }, shards, limit),
    findLetter: (letterId) => findLetter(sql, owner.project, letterId),

    findEffect: async (effectId) => {
      const [row] = await sql.query<EffectRow>("find service call", FIND_EFFECT, [effectId]);
      return row === undefined ? undefined : { ...toEffect(row), status: row.status };
    },

    findWork: (key) => findWork(sql, owner.project, key),
    findRevision: (key, revision) => findRevision(sql, key, revision),
    findCalls: (key, refs, upToRevision) => findCalls(sql, key, refs, upToRevision),

    finishCommand: async (commandId, status, result) => {
      await sql.query("finish command", FINISH_COMMAND, [
        commandId,
        status,
        JSON.stringify(result),
      ]);
      const hint = JSON.stringify({ c: [commandId] });
      await sql.query("hint at changes", "SELECT pg_notify('sagascope_change', $1)", [hint]);
    },
  };
}
