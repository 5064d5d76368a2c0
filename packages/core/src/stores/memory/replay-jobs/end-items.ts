import type { ReplayJobRecord } from "../../../engine/replay-jobs.ts";
import { isSuccess, withEnded } from "../../../operations/jobs/count-job.ts";
import type { MemoryDatabase } from "../memory-database.ts";
import type { JobItemRow } from "../rows.ts";
import { keyOf } from "../table.ts";

/** The letters of a job in its order. */
export function itemsOf(db: MemoryDatabase, jobId: string): readonly JobItemRow[] {
  return db.jobItems
    .rows()
    .filter((item) => item.jobId === jobId)
    .sort((first, second) => first.ordinal - second.ordinal);
}

export function putItem(db: MemoryDatabase, item: JobItemRow): void {
  db.jobItems.put(keyOf(item.jobId, item.ordinal), item);
}

/** Note which of the letters under way have ended; the next of their subjects may go, or are held back. */
export function endItems(
  db: MemoryDatabase,
  job: ReplayJobRecord,
): { readonly job: ReplayJobRecord; readonly ended: number } {
  const ended = itemsOf(db, job.id).flatMap((item) => {
    const letter = item.state === "open" ? endOf(db, item) : undefined;
    return letter === undefined ? [] : [{ ...letter, item }];
  });
  let held = 0;
  for (const { item, ...letter } of ended) {
    const succeeded = isSuccess(job, letter);
    putItem(db, { ...item, state: succeeded ? "succeeded" : "failed", outcome: letter.outcome });
    if (succeeded || job.dryRun) passTurn(db, item);
    else held += holdBack(db, item);
  }
  return { job: withEnded(job, ended, held), ended: ended.length };
}

function endOf(db: MemoryDatabase, { commandId = "" }: JobItemRow) {
  const command = db.commands.get(commandId);
  if (command === undefined) return { status: "failed", outcome: "lost" };
  const { status, result } = command;
  if (status === "waiting" || status === "running") return undefined;
  return { status, outcome: typeof result?.outcome === "string" ? result.outcome : status };
}

/** The letter that follows in its subject is ready. */
export function passTurn(db: MemoryDatabase, { jobId, subject, turn }: JobItemRow): void {
  const next = laterOf(db, jobId, subject, turn).find((item) => item.turn === turn + 1);
  if (next !== undefined) putItem(db, { ...next, state: "ready" });
}

function holdBack(db: MemoryDatabase, { jobId, subject, turn }: JobItemRow): number {
  const later = laterOf(db, jobId, subject, turn);
  for (const item of later) putItem(db, { ...item, state: "held" });
  return later.length;
}

function laterOf(db: MemoryDatabase, jobId: string, subject: string, turn: number) {
  return itemsOf(db, jobId).filter(
    (item) => item.subject === subject && item.turn > turn && item.state === "blocked",
  );
}
