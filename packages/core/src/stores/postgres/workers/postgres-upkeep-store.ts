import type { UpkeepStore } from "../../../engine/engine-stores.ts";
import type { Sql } from "../sql.ts";

const PARTITION_DAYS_AHEAD = 7;
/** A small bite, so that no lock is held for long. */
const RECEIPTS_MAX = 5_000;

const FORGET_RECEIPTS = `
  WITH expired AS (
    SELECT scope, key FROM sagascope.inbox WHERE expires_at <= clock_timestamp() ORDER BY expires_at LIMIT $1
    FOR UPDATE SKIP LOCKED
  ), forgotten AS (
    DELETE FROM sagascope.inbox i USING expired e WHERE i.scope = e.scope AND i.key = e.key RETURNING 1
  )
  SELECT count(*)::int AS count FROM forgotten`;

/** {@link UpkeepStore} over Postgres. */
export function postgresUpkeepStore(sql: Sql): UpkeepStore {
  return {
    ensurePartitions: async () => {
      await sql.query("ensure partitions", "SELECT sagascope.ensure_partitions($1)", [
        PARTITION_DAYS_AHEAD,
      ]);
    },
    forgetExpiredReceipts: async () => {
      const [row] = await sql.query<{ count: number }>("forget receipts", FORGET_RECEIPTS, [
        RECEIPTS_MAX,
      ]);
      return row?.count ?? 0;
    },
  };
}
