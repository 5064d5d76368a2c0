import type { Sql } from "../sql.ts";

/** In one order, so that two callers never wait for each other. */
const CANCEL = `
  WITH waiting AS (
    SELECT topic, key FROM sagascope.scheduled_event WHERE topic = $1 AND key = ANY ($2::text[]) ORDER BY key FOR UPDATE
  )
  DELETE FROM sagascope.scheduled_event s USING waiting w WHERE s.topic = w.topic AND s.key = w.key RETURNING s.key`;

/**
 * Take back scheduled events, in the caller's transaction.
 *
 * @returns the keys of those that will not be published; one that is missing was published already, or never set
 * @throws {StoreUnavailableError} if the store cannot be reached
 */
export async function cancelScheduled(
  sql: Sql,
  topic: string,
  keys: readonly string[],
): Promise<readonly string[]> {
  if (keys.length === 0) return [];
  const rows = await sql.query<{ key: string }>("cancel scheduled events", CANCEL, [topic, keys]);
  return rows.map(({ key }) => key).sort();
}
