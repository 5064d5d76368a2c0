import { OperationRefusedError } from "../../../operations/errors.ts";
import { checkedReason } from "../../../operations/jobs/job-request.ts";
import { appendAudit } from "../audit/append-audit.ts";
import type { Sql, SqlPool } from "../sql.ts";

/** Of resolved letters the age counts from when they were resolved, of open ones from when they were seen last. */
const CONDITION = `
  ($1::text IS NULL OR id = $1)
  AND ($2::double precision IS NULL
       OR coalesce(resolved_at, last_seen_at) < clock_timestamp() - $2::double precision * interval '1 millisecond')
  AND ($3 OR resolved_at IS NOT NULL) AND ($4::text IS NULL OR project = $4)`;

const COUNT = `SELECT count(*)::int AS n FROM sagascope.dead_letter WHERE ${CONDITION}`;
const PURGE = `
  WITH gone AS (DELETE FROM sagascope.dead_letter WHERE ${CONDITION} RETURNING 1) SELECT count(*)::int AS n FROM gone`;
const HINT = `SELECT pg_notify('sagascope_change', '{"d":1,"a":1}')`;

/** Which letters are to go: one, or all of an age. */
export interface LetterPurge {
  readonly id?: string;
  readonly olderThanMs?: number;
  /** Open ones, too; otherwise only what is resolved. */
  readonly unresolved?: boolean;
  /** Of one project only. */
  readonly project?: string;
  /** Only say how many. */
  readonly dryRun: boolean;
  readonly actor: string;
  readonly reason?: string;
}

/**
 * Delete letters with their occurrences for good, or say how many it would be. A real purge is audited with their number.
 *
 * @throws {OperationRefusedError} unless exactly one of `id` and `olderThanMs` is given, the age is a length of time
 * @throws {ReplayRefusedError} if a real one gives no reason
 */
export async function purgeLetters(sql: SqlPool, purge: LetterPurge): Promise<{ letters: number }> {
  const { id, olderThanMs, unresolved = false, dryRun, actor } = purge;
  if ((id === undefined) === (olderThanMs === undefined)) {
    throw new OperationRefusedError("purge: exactly one of id and age is needed");
  }
  // NaN compares with nothing: it must never come to mean everything.
  if (olderThanMs !== undefined && !(Number.isFinite(olderThanMs) && olderThanMs >= 0)) {
    throw new OperationRefusedError(`purge: the age must be 0 or more, got ${olderThanMs}`);
  }
  const reason = checkedReason("purge", purge.reason, !dryRun);
  const values = [id ?? null, olderThanMs ?? null, unresolved, purge.project ?? null];
  if (dryRun) return { letters: await counted(sql, "count letters to purge", COUNT, values) };
  return sql.transaction("purge letters", async (tx) => {
    const letters = await counted(tx, "purge letters", PURGE, values);
    const what = id === undefined ? { olderThanMs } : { id };
    const target = id === undefined ? "dead letters" : `dead letter ${id}`;
    const detail = JSON.parse(JSON.stringify({ ...what, unresolved, deleted: letters }));
    await appendAudit(tx, [
      { actor, action: "purge", target, ...reason, outcome: "purged", detail },
    ]);
    await tx.query("hint at changes", HINT);
    return { letters };
  });
}

async function counted(
  sql: Sql,
  operation: string,
  text: string,
  values: readonly unknown[],
): Promise<number> {
  const [row] = await sql.query<{ n: number }>(operation, text, values);
  return row?.n ?? 0;
}
