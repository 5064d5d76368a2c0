import type { Sql, SqlPool } from "../sql.ts";

/**
 * The engine's sessions find all rows by key; a purge looks at many at once. It waits for locks for a moment only, since whoever
 * comes after waits for it, and comes back another time.
 */
const SETTINGS = `
  SELECT set_config('enable_seqscan', 'on', true), set_config('enable_hashjoin', 'on', true),
         set_config('enable_mergejoin', 'on', true), set_config('plan_cache_mode', 'force_custom_plan', true),
         set_config('lock_timeout', '300ms', true)`;

const LEAD = "SELECT pg_try_advisory_xact_lock(727075, 2) AS leads";

const LOCK_NOT_AVAILABLE_SQLSTATE = "55P03";
const DEADLOCK_SQLSTATE = "40P01";
/** Somebody just began to use what was to go. */
const FOREIGN_KEY_SQLSTATE = "23503";

/**
 * Do one bite of a purge in a transaction, unless somebody else purges.
 *
 * @returns `busy` if somebody else does, or holds what has to be locked
 */
export async function inPurge<Result>(
  pool: SqlPool,
  operation: string,
  run: (sql: Sql) => Promise<Result>,
): Promise<Result | "busy"> {
  try {
    return await pool.transaction(operation, async (sql) => {
      await sql.query("prepare purge", SETTINGS);
      const [lead] = await sql.query<{ leads: boolean }>("lead purge", LEAD);
      return lead?.leads === true ? await run(sql) : "busy";
    });
  } catch (error) {
    if (isLockedOut(error)) return "busy";
    throw error;
  }
}

function isLockedOut(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { readonly code?: unknown; readonly cause?: unknown };
  const sqlstates = [code, (cause as { readonly code?: unknown } | undefined)?.code];
  return [LOCK_NOT_AVAILABLE_SQLSTATE, DEADLOCK_SQLSTATE, FOREIGN_KEY_SQLSTATE].some((sqlstate) =>
    sqlstates.includes(sqlstate),
  );
}
