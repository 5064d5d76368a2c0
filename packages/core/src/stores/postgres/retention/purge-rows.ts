import type { Sql } from "../sql.ts";
import { lockFeeds } from "./lock-feeds.ts";
import type { RowPurge } from "./row-purges.ts";

/** Rows deleted in one transaction: a small bite, so that no lock is held for long. */
export const BITE_ROWS = 2_000;

/** Delete some rows that are over; of events, only what no feed needs. */
export async function purgeRows(
  sql: Sql,
  { what, table, remove }: RowPurge,
  before: Date,
): Promise<number> {
  const lowest = what === "events" ? await lockFeeds(sql) : undefined;
  const limit = lowest === undefined || lowest.heldSince > before ? before : lowest.heldSince;
  const values = [limit, BITE_ROWS];
  const [row] = await sql.query<{ count: number }>(`purge ${table}`, remove, values);
  return row?.count ?? 0;
}
