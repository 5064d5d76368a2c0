import type { Retained } from "../../../engine/retention.ts";
import type { Sql } from "../sql.ts";
import { listOldPartitions, type OldPartition } from "./list-old-partitions.ts";

/** A partition, old or not. */
export interface PartitionView extends OldPartition {
  readonly what: Retained;
}

/** Later than any partition begins. */
const EVER = new Date("9999-01-01T00:00:00Z");

/** All partitions by time of the tables that have them, with what they take on disk. */
export async function listPartitions(sql: Sql): Promise<readonly PartitionView[]> {
  const found: PartitionView[] = [];
  for (const what of ["events", "history"] as const) {
    for (const partition of await listOldPartitions(sql, what, EVER)) {
      found.push({ what, ...partition });
    }
  }
  return found;
}
