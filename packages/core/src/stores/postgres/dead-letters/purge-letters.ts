import { OperationRefusedError } from "../../../operations/errors.ts";
import { checkedReason } from "../../../operations/jobs/job-request.ts";
import { appendAudit } from "../audit/append-audit.ts";
import type { Sql, SqlPool } from "../sql.ts";

/** Letters deleted in one transaction, with their occurrences: a small bite, so that no lock is held for long. */
const BITE_LETTERS = 2_000;

const OF_PROJECT = "($2::text IS NULL OR project = $2)";
const BY_ID = `id = $1 AND ${OF_PROJECT}`;
const IS_RESOLVED = "resolved_at IS NOT NULL";
/**
 * Of resolved letters the age counts from when they were resolved, of open ones from when they were seen last. Each has an index of
 * its own, in whose words and order it is asked for.
 */
const OLD_RESOLVED = {
  at: "resolved_at",
  condition: `resolved_at < $1::timestamptz AND ${OF_PROJECT}`,
};
const OLD_OPEN = {
  at: "last_seen_at",
  condition: `resolved_at IS NULL AND last_seen_at < $1::timestamptz AND ${OF_PROJECT}`,
};

const BEFORE =
  "SELECT clock_timestamp() - $1::double precision * interval '1 millisecond' AS before";
const countText = (condition: string) =>
  `SELECT count(*)::int AS n FROM sagascope.dead_letter WHERE ${condition}`;
const purgeText = (condition: string) =>
  `WITH gone AS (DELETE FROM sagascope.dead_letter WHERE ${condition} RETURNING 1) SELECT count(*)::int AS n FROM gone`;
/** They are locked, since one that is just opened again must stay. */
const biteText = ({ at, condition }: typeof OLD_OPEN) => `
  WITH old AS MATERIALIZED (
    SELECT id FROM sagascope.dead_letter WHERE ${condition} ORDER BY ${at} LIMIT ${BITE_LETTERS} FOR UPDATE
  ), gone AS (
    DELETE FROM sagascope.dead_letter l USING old o WHERE l.id = o.id RETURNING 1
  )
  SELECT count(*)::int AS n FROM gone`;
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
 * Delete letters with their occurrences for good, or say how many it would be. A real purge is audited with their number: one of an age
 * goes in bites, each with its own entry, so that none is ever gone that the audit does not count.
 *
 * @throws {OperationRefusedError} unless exactly one of `id` and `olderThanMs` is given, the age is a length of time
 * @throws {ReplayRefusedError} if a real one gives no reason
 */
export async function purgeLetters(sql: SqlPool, purge: LetterPurge): Promise<{ letters: number }> {
  const { id, olderThanMs, unresolved = false, dryRun } = purge;
  if ((id === undefined) === (olderThanMs === undefined)) {
    throw new OperationRefusedError("purge: exactly one of id and age is needed");
  }
  // NaN compares with nothing: it must never come to mean everything.
  if (olderThanMs !== undefined && !(Number.isFinite(olderThanMs) && olderThanMs >= 0)) {
    throw new OperationRefusedError(`purge: the age must be 0 or more, got ${olderThanMs}`);
  }
  const reason = checkedReason("purge", purge.reason, !dryRun);
  const project = purge.project ?? null;
  if (id !== undefined) {
    const condition = unresolved ? BY_ID : `${BY_ID} AND ${IS_RESOLVED}`;
    const values = [id, project];
    if (dryRun) return { letters: await counted(sql, COUNTING, countText(condition), values) };
    return { letters: await purgeBite(sql, { ...purge, ...reason }, purgeText(condition), values) };
  }
  const [clock] = await sql.query<{ before: Date }>("read clock", BEFORE, [olderThanMs]);
  const values = [clock?.before, project];
  let letters = 0;
  for (const part of unresolved ? [OLD_RESOLVED, OLD_OPEN] : [OLD_RESOLVED]) {
    letters += dryRun
      ? await counted(sql, COUNTING, countText(part.condition), values)
      : await purgePart(sql, { ...purge, ...reason }, biteText(part), values);
  }
  return { letters };
}

const COUNTING = "count letters to purge";

async function purgePart(
  sql: SqlPool,
  purge: LetterPurge,
  text: string,
  values: readonly unknown[],
): Promise<number> {
  for (let letters = 0; ; ) {
    const bite = await purgeBite(sql, purge, text, values);
    letters += bite;
    if (bite < BITE_LETTERS) return letters;
  }
}

/** Delete some, and write down that they are gone, both or neither. */
function purgeBite(
  sql: SqlPool,
  { id, olderThanMs, unresolved = false, actor, reason }: LetterPurge,
  text: string,
  values: readonly unknown[],
): Promise<number> {
  return sql.transaction("purge letters", async (tx) => {
    const letters = await counted(tx, "purge letters", text, values);
    if (letters === 0) return 0;
    const what = id === undefined ? { olderThanMs } : { id };
    const target = id === undefined ? "dead letters" : `dead letter ${id}`;
    const detail = JSON.parse(JSON.stringify({ ...what, unresolved, deleted: letters }));
    const why = reason === undefined ? {} : { reason };
    await appendAudit(tx, [{ actor, action: "purge", target, ...why, outcome: "purged", detail }]);
    await tx.query("hint at changes", HINT);
    return letters;
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
