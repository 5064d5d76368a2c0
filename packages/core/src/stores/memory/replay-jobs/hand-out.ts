import type { ReplayJobRecord } from "../../../engine/replay-jobs.ts";
import { newId } from "../../../kernel/ids.ts";
import { withHandedOut } from "../../../operations/jobs/count-job.ts";
import type { MemoryDatabase } from "../memory-database.ts";
import type { JobItemRow } from "../rows.ts";
import { shardOf } from "../shard-of.ts";
import { itemsOf, passTurn, putItem } from "./end-items.ts";

/** Give the next letters to the workers; what was resolved meanwhile, or is gone, is passed over. */
export function handOut(
  db: MemoryDatabase,
  job: ReplayJobRecord,
  limit: number,
): { readonly job: ReplayJobRecord; readonly handedOut: number } {
  const picked = itemsOf(db, job.id)
    .filter(({ state }) => state === "ready")
    .slice(0, Math.max(0, limit));
  const letters = new Map(db.letters.rows().map((letter) => [letter.id, letter]));
  const isOpen = ({ letterId }: JobItemRow) => {
    const letter = letters.get(letterId);
    return letter !== undefined && letter.resolvedAtMs === undefined;
  };
  for (const item of picked) {
    if (isOpen(item)) putItem(db, { ...item, state: "open", commandId: command(db, job, item) });
    else {
      putItem(db, { ...item, state: "skipped" });
      passTurn(db, item);
    }
  }
  const handedOut = picked.filter(isOpen).length;
  return { job: withHandedOut(job, handedOut, picked.length - handedOut), handedOut };
}

function command(db: MemoryDatabase, job: ReplayJobRecord, item: JobItemRow): string {
  const id = newId();
  const { project, dryRun, force, reason, actor } = job;
  db.commands.put(id, {
    id,
    project,
    kind: job.kind,
    target: { letterId: item.letterId },
    parameters: { jobId: job.id },
    dryRun,
    force,
    ...(reason === undefined ? {} : { reason }),
    actor,
    shard: shardOf(item.subject),
    status: "waiting",
    requestedAtMs: db.nowMs(),
    claimedUntilMs: undefined,
    result: undefined,
  });
  return id;
}
