import type { Sql } from "../sql.ts";
import { lockFeeds } from "./lock-feeds.ts";
import type { RowPurge } from "./row-purge.ts";

/** Rows deleted in one transaction: a small bite, so that no lock is held for long. */
export const BITE_ROWS = 2_000;

/** What one transaction deleted, and where the next one goes on. */
export interface Bite {
  readonly count: number;
  readonly place: string;
}

/** Delete some rows that are over; of events, only what no feed needs. */
export async function purgeRows(
  sql: Sql,
  { what, table, remove }: RowPurge,
  before: Date,
  from: string,
): Promise<Bite> {
  const lowest = what === "events" ? await lockFeeds(sql) : undefined;
  const limit = lowest === undefined || lowest.heldSince > before ? before : lowest.heldSince;
  const [row] = await sql.query<{ count: number; place: string | null }>(`purge ${table}`, remove, [
    limit,
    BITE_ROWS,
    from,
  ]);
  return { count: row?.count ?? 0, place: row?.place ?? from };
}
