import type { LowestFeedCursor } from "../feeds/lowest-feed-cursor.ts";
import type { Sql } from "../sql.ts";
import type { OldPartition } from "./list-old-partitions.ts";
import { lockFeeds } from "./lock-feeds.ts";
import { PARTITIONED, type Partitioned } from "./needed.ts";

/** More than this are not moved aside: the partition waits. */
const KEPT_MAX = 100_000;
/** Names of partitions come from the server's catalog; nothing else is put into a statement. */
const NAME = /^[a-z0-9_]+$/;

/** What became of a partition whose time is over. */
export type DroppedPartition =
  | { readonly outcome: "dropped"; readonly rows: number; readonly kept: number }
  | { readonly outcome: "held"; readonly heldBy: string }
  /** Somebody else dropped it. */
  | { readonly outcome: "gone" };

/**
 * Drop a partition, but for what is still needed of it, which goes to the default partition.
 *
 * Whoever wrote to it has ended before what is needed is looked for, and no cursor of a feed moves back until it is gone. The
 * table itself is locked last, for as long as it takes to move few rows; readers and publishers wait for that.
 */
export async function dropPartition(
  sql: Sql,
  what: Partitioned,
  partition: Pick<OldPartition, "name" | "endsAt">,
): Promise<DroppedPartition> {
  const { table, isNeeded } = PARTITIONED[what];
  const { name, endsAt } = partition;
  if (!NAME.test(name)) return { outcome: "held", heldBy: `its name '${name}'` };
  const leaf = `sagascope.${name}`;
  if (!(await isThere(sql, name))) return { outcome: "gone" };
  await sql.query("lock partition", `LOCK TABLE ONLY ${leaf} IN SHARE MODE`);
  const lowest = what === "events" ? await lockFeeds(sql) : undefined;
  if (lowest !== undefined && lowest.heldSince < endsAt) {
    return { outcome: "held", heldBy: feedText(lowest) };
  }
  const kept = await setAside(sql, leaf, isNeeded);
  if (kept > KEPT_MAX) {
    return { outcome: "held", heldBy: `more than ${KEPT_MAX} rows that are still needed` };
  }
  const [counted] = await sql.query<{ rows: number }>(
    "count rows",
    `SELECT count(*)::int AS rows FROM ${leaf}`,
  );
  await sql.query("detach partition", `ALTER TABLE sagascope.${table} DETACH PARTITION ${leaf}`);
  await sql.query("put back", `INSERT INTO sagascope.${table} SELECT * FROM set_aside`);
  await sql.query("drop partition", `DROP TABLE ${leaf}`);
  await sql.query("forget what was set aside", "DROP TABLE set_aside");
  return { outcome: "dropped", rows: (counted?.rows ?? 0) - kept, kept };
}

/** By a statement's own view: what a session remembers of names may be older than the lock it has just got. */
const IS_THERE = `
  SELECT EXISTS (SELECT 1 FROM pg_class WHERE relname = $1 AND relnamespace = 'sagascope'::regnamespace) AS found`;

async function isThere(sql: Sql, name: string): Promise<boolean> {
  const [row] = await sql.query<{ found: boolean }>("find partition", IS_THERE, [name]);
  return row?.found === true;
}

/** What people call a feed that holds something. */
export function feedText({ project, feed }: LowestFeedCursor): string {
  return `feed ${project}/${feed}`;
}

/** @returns how many rows are still needed; one more than may be moved stands for all that are too many */
async function setAside(sql: Sql, leaf: string, isNeeded: string): Promise<number> {
  await sql.query(
    "set aside",
    `CREATE TEMPORARY TABLE set_aside ON COMMIT DROP AS
     SELECT e.* FROM ${leaf} e WHERE ${isNeeded} LIMIT ${KEPT_MAX + 1}`,
  );
  const [row] = await sql.query<{ rows: number }>(
    "count what was set aside",
    "SELECT count(*)::int AS rows FROM set_aside",
  );
  return row?.rows ?? 0;
}
