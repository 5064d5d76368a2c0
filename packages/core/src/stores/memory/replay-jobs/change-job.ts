import { ReplayRefusedError } from "../../../operations/errors.ts";
import {
  checkedReason,
  JOB_CHANGE_STATES,
  type JobChange,
  jobAudit,
} from "../../../operations/jobs/job-request.ts";
import { appendAudit } from "../audit/append-audit.ts";
import type { MemoryDatabase } from "../memory-database.ts";
import type { JobRow } from "../rows.ts";
import { itemsOf, putItem } from "./end-items.ts";

/**
 * Pause a job, let it go on, or end it. What the workers have in hand ends by itself.
 *
 * @throws {ReplayRefusedError} if there is no such job, it is not in a state for that, or no reason is given for a real one
 */
export function changeReplayJob(
  db: MemoryDatabase,
  request: {
    readonly id: string;
    readonly change: JobChange;
    readonly actor: string;
    readonly reason?: string;
  },
): void {
  const { id, change, actor } = request;
  const { from, to } = JOB_CHANGE_STATES[change];
  const job = db.jobs.get(id);
  if (job === undefined) throw new ReplayRefusedError(`replay-job: no job with id '${id}'`);
  const why = checkedReason("replay-job", request.reason, !job.dryRun);
  if (!from.some((state) => state === job.state)) {
    throw new ReplayRefusedError(`replay-job: job '${id}' is ${job.state}: cannot ${change} it`);
  }
  db.transaction(() => {
    const { why: _before, ...rest } = job;
    const taken = to === "running" ? 0 : withdraw(db, id);
    db.jobs.put(id, {
      ...rest,
      ...(to === "paused" ? { why: `by ${actor}` } : {}),
      ...(to === "running" ? resumed(db.nowMs()) : {}),
      state: to,
      handedOut: job.handedOut - taken,
      counts: { ...job.counts, open: job.counts.open - taken },
    });
    const entry = jobAudit({ id }, { actor, ...why, outcome: to }, { change });
    appendAudit(db, job.dryRun ? [] : [entry]);
    db.wake(job.project);
  });
}

/** Who lets a paused job go on has seen what failed: it counts from here, and the canary is over. */
function resumed(nowMs: number): Partial<JobRow> {
  return { canaryPassed: true, lately: { ended: 0, failed: 0 }, rateAtMs: nowMs };
}

/** What no worker has taken yet is taken back, and is ready again. */
function withdraw(db: MemoryDatabase, jobId: string): number {
  const waiting = itemsOf(db, jobId).filter(
    ({ state, commandId = "" }) =>
      state === "open" && db.commands.get(commandId)?.status === "waiting",
  );
  for (const item of waiting) {
    db.commands.remove(item.commandId ?? "");
    putItem(db, { ...item, state: "ready", commandId: undefined });
  }
  return waiting.length;
}
