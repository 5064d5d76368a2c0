import { noWork, WORK_COUNTED, type WorkCounts } from "../../../engine/work-counts.ts";
import type { MemoryDatabase } from "../memory-database.ts";

/** Add to what a machine did. */
export function addCounts(db: MemoryDatabase, machineId: string, more: Partial<WorkCounts>): void {
  const counts = { ...(db.workCounts.get(machineId) ?? noWork()) };
  for (const what of WORK_COUNTED) counts[what] += more[what] ?? 0;
  db.workCounts.put(machineId, counts);
}
