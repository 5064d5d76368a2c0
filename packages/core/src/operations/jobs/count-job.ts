import type { ReplayJobRecord } from "../../engine/replay-jobs.ts";

/** A letter of a job whose command has ended. */
export interface EndedLetter {
  readonly status: string;
  readonly outcome: string;
}

/** Whether a letter came through: processed, or known to have been. A rehearsal cannot know what a service will answer. */
export function isSuccess(
  { dryRun }: Pick<ReplayJobRecord, "dryRun">,
  { status, outcome }: EndedLetter,
): boolean {
  if (status !== "done") return false;
  return outcome === "processed" || outcome === "duplicate" || (dryRun && outcome === "retrying");
}

/** A job after some of its letters have ended. @param held - letters that are left alone because of them */
export function withEnded(
  job: ReplayJobRecord,
  ended: readonly EndedLetter[],
  held: number,
): ReplayJobRecord {
  const failed = ended.filter((letter) => !isSuccess(job, letter)).length;
  const outcomes: Record<string, number> = { ...job.outcomes };
  for (const { outcome } of ended) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  return {
    ...job,
    outcomes,
    counts: {
      ...job.counts,
      open: job.counts.open - ended.length,
      succeeded: job.counts.succeeded + ended.length - failed,
      failed: job.counts.failed + failed,
      held: job.counts.held + held,
    },
    lately: { ended: job.lately.ended + ended.length, failed: job.lately.failed + failed },
  };
}

/** A job after letters were given to the workers, and others passed over. */
export function withHandedOut(
  job: ReplayJobRecord,
  handedOut: number,
  skipped: number,
): ReplayJobRecord {
  return {
    ...job,
    handedOut: job.handedOut + handedOut,
    counts: {
      ...job.counts,
      open: job.counts.open + handedOut,
      skipped: job.counts.skipped + skipped,
    },
  };
}
