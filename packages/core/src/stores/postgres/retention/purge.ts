import type { Purged, RetentionPolicy } from "../../../engine/retention.ts";
import { forgetGoneStreams } from "../feeds/forget-gone-streams.ts";
import { forgetFeedPositions } from "../feeds/lowest-feed-cursor.ts";
import type { SqlPool } from "../sql.ts";
import { type Cutoffs, cutoffsOf } from "./cutoffs-of.ts";
import { dropPartition } from "./drop-partition.ts";
import { inPurge } from "./in-purge.ts";
import { listOldPartitions, type OldPartition } from "./list-old-partitions.ts";
import type { Partitioned } from "./needed.ts";
import { BITE_ROWS, purgeRows } from "./purge-rows.ts";
import type { RowPurge } from "./row-purge.ts";
import { ROW_PURGES } from "./row-purges.ts";

const BUSY = "a transaction that is open, or another purge";

/** Take away what is over by a policy; see `RetentionStore`. */
export async function purge(
  pool: SqlPool,
  policy: RetentionPolicy,
  signal?: AbortSignal,
): Promise<readonly Purged[]> {
  return purgeBefore(pool, await cutoffsOf(pool, policy), signal);
}

/** {@link purge} by times instead of ages. */
export async function purgeBefore(
  pool: SqlPool,
  cutoffs: Cutoffs,
  signal?: AbortSignal,
): Promise<readonly Purged[]> {
  const done: Purged[] = [];
  for (const rows of ROW_PURGES) {
    const before = cutoffs[rows.what];
    if (before === undefined || signal?.aborted) continue;
    const purged = await purgeTable(pool, rows, before, signal);
    if (purged.rows > 0 || purged.heldBy !== undefined) done.push(purged);
  }
  for (const what of ["events", "history"] as const) {
    const before = cutoffs[what];
    if (before !== undefined) done.push(...(await purgePartitions(pool, what, before, signal)));
  }
  while (!signal?.aborted && (await forgetGoneStreams(pool)) > 0);
  return done;
}

async function purgeTable(
  pool: SqlPool,
  rows: RowPurge,
  before: Date,
  signal: AbortSignal | undefined,
): Promise<Purged> {
  const { what, table } = rows;
  const report = { what, kind: "rows", name: table, kept: 0, bytes: undefined } as const;
  let total = 0;
  for (let from = rows.firstPlace; ; ) {
    const bite = await inPurge(pool, `purge ${table}`, (sql) => purgeRows(sql, rows, before, from));
    if (bite === "busy") return { ...report, rows: total, heldBy: BUSY };
    total += bite.count;
    const isLast = bite.count < BITE_ROWS && from === rows.firstPlace;
    if (isLast || signal?.aborted) return { ...report, rows: total, heldBy: undefined };
    // The server is free to read a table from its middle on: what lay before is found from the first place.
    from = bite.count < BITE_ROWS ? rows.firstPlace : bite.place;
  }
}

/** Oldest first, up to the first one that has to stay. */
async function purgePartitions(
  pool: SqlPool,
  what: Partitioned,
  before: Date,
  signal: AbortSignal | undefined,
): Promise<readonly Purged[]> {
  const done: Purged[] = [];
  for (const partition of await listOldPartitions(pool, what, before)) {
    if (signal?.aborted) break;
    const purged = await purgePartition(pool, what, partition);
    if (purged === undefined) continue;
    done.push(purged);
    if (purged.heldBy !== undefined) break;
    if (what === "events") while ((await forgetFeedPositions(pool, partition.endsAt)) > 0);
  }
  return done;
}

async function purgePartition(
  pool: SqlPool,
  what: Partitioned,
  partition: OldPartition,
): Promise<Purged | undefined> {
  const { name, bytes } = partition;
  const report = { what, kind: "partition", name, bytes: Number(bytes) } as const;
  const dropped = await inPurge(pool, `drop ${name}`, (sql) => dropPartition(sql, what, partition));
  if (dropped === "busy") return { ...report, rows: 0, kept: 0, heldBy: BUSY };
  if (dropped.outcome === "gone") return undefined;
  return dropped.outcome === "held"
    ? { ...report, rows: 0, kept: 0, heldBy: dropped.heldBy }
    : { ...report, rows: dropped.rows, kept: dropped.kept, heldBy: undefined };
}
