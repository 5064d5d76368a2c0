import { NOW } from "../now.ts";
import type { Sql } from "../sql.ts";
import { COUNT_COLUMNS } from "./count-columns.ts";

/** A bite of a few hundred milliseconds, so that no minute's row is locked for long. */
const ENTRIES_MAX = 20_000;
/** Charts of the last day look at hours; minutes are for the last hour, and for whoever comes the next day. */
const MINUTES_KEPT = "2 days";
const HOURS_KEPT = "400 days";

const SUMS = COUNT_COLUMNS.map((column) => `sum(e.${column}) AS ${column}`).join(", ");
const ADDED = COUNT_COLUMNS.map((column) => `${column} = c.${column} + excluded.${column}`).join(
  ", ",
);

/**
 * Entries go and their sums are added in one statement: none is counted twice or lost, whoever else folds, and whenever one of
 * them dies. Sorted, so that two who fold at once wait for each other instead of deadlocking.
 */
const FOLD = `
  WITH entry AS (
    DELETE FROM sagascope.work_entry
    WHERE ctid = ANY (ARRAY(SELECT ctid FROM sagascope.work_entry LIMIT $1 FOR UPDATE SKIP LOCKED))
    RETURNING *
  ), folded AS (
    INSERT INTO sagascope.work_count AS c (grain, at, project, machine_id, ${COUNT_COLUMNS.join(", ")})
    SELECT g.grain, g.at, e.project, e.machine_id, ${SUMS}
    FROM entry e CROSS JOIN LATERAL (VALUES
      ('minute', date_trunc('minute', e.at, 'UTC')),
      ('hour', date_trunc('hour', e.at, 'UTC')),
      ('total', timestamptz 'epoch')) AS g (grain, at)
    GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (grain, at, project, machine_id) DO UPDATE SET ${ADDED}
  )
  SELECT count(*)::int AS entries FROM entry`;

const FORGET = `
  WITH gone AS (
    DELETE FROM sagascope.work_count
    WHERE (grain = 'minute' AND at < ${NOW} - interval '${MINUTES_KEPT}')
       OR (grain = 'hour' AND at < ${NOW} - interval '${HOURS_KEPT}')
    RETURNING 1
  )
  SELECT count(*)::int AS count FROM gone`;

/**
 * Add what was counted since to the minute, the hour and the total of its machine. Any worker may do it at any time.
 *
 * @throws {StoreUnavailableError} if the store cannot be reached
 */
export async function foldCounts(sql: Sql): Promise<void> {
  for (;;) {
    const [row] = await sql.query<{ entries: number }>("fold counts", FOLD, [ENTRIES_MAX]);
    if ((row?.entries ?? 0) < ENTRIES_MAX) return; // what comes meanwhile waits for the next time
  }
}

/**
 * Forget minutes that are two days old and hours that are 400 days old; totals stay.
 *
 * @returns how many rows went
 */
export async function forgetOldCounts(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ count: number }>("forget old counts", FORGET);
  return row?.count ?? 0;
}
