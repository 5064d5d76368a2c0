import type { Purged, RetentionPolicy } from "../../../engine/retention.ts";
import { type LowestFeedCursor, lowestFeedCursor } from "../feeds/lowest-feed-cursor.ts";
import type { Sql } from "../sql.ts";
import { cutoffsOf } from "./cutoffs-of.ts";
import { feedText } from "./drop-partition.ts";
import { listOldPartitions, type OldPartition } from "./list-old-partitions.ts";
import { PARTITIONED, type Partitioned } from "./needed.ts";
import { ROW_PURGES } from "./row-purges.ts";

/** Say what a purge would do now. Locks nothing, so that it is out of date at once. */
export async function previewPurge(sql: Sql, policy: RetentionPolicy): Promise<readonly Purged[]> {
  const cutoffs = await cutoffsOf(sql, policy);
  const lowest = await lowestFeedCursor(sql);
  const found: Purged[] = [];
  for (const what of ["events", "history"] as const) {
    const before = cutoffs[what];
    if (before === undefined) continue;
    for (const partition of await listOldPartitions(sql, what, before)) {
      found.push(await previewPartition(sql, what, partition, lowest));
    }
  }
  for (const { what, table, isOver } of ROW_PURGES) {
    const before = cutoffs[what];
    if (before === undefined) continue;
    const held = what === "events" && lowest !== undefined && lowest.heldSince < before;
    const count = `SELECT count(*)::int AS count FROM sagascope.${table} e WHERE ${isOver}`;
    const values = [held ? lowest.heldSince : before];
    const [row] = await sql.query<{ count: number }>("count what is over", count, values);
    const rows = row?.count ?? 0;
    if (rows > 0) found.push({ what, kind: "rows", name: table, rows, ...NOTHING_MORE });
  }
  return found;
}

const NOTHING_MORE = { kept: 0, bytes: undefined, heldBy: undefined } as const;

async function previewPartition(
  sql: Sql,
  what: Partitioned,
  { name, endsAt, rows, bytes }: OldPartition,
  lowest: LowestFeedCursor | undefined,
): Promise<Purged> {
  const isHeld = what === "events" && lowest !== undefined && lowest.heldSince < endsAt;
  const needed = `SELECT count(*)::int AS count FROM sagascope.${name} e WHERE ${PARTITIONED[what].isNeeded}`;
  const [row] = isHeld ? [] : await sql.query<{ count: number }>("count what is needed", needed);
  return {
    ...{ what, kind: "partition", name, rows: Number(rows), bytes: Number(bytes) },
    kept: row?.count ?? 0,
    heldBy: isHeld ? feedText(lowest) : undefined,
  };
}
