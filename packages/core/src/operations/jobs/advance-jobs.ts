import type { JobAdvance, ReplayJobStore } from "../../engine/replay-jobs.ts";
import { decideJob } from "./decide-job.ts";

/** Jobs looked at in one go; more than anybody has at once. */
const JOBS_MAX = 32;

/** Look at every bulk replay once, and let it do what it may. */
export async function advanceJobs(store: ReplayJobStore): Promise<readonly JobAdvance[]> {
  const looked: JobAdvance[] = [];
  while (looked.length < JOBS_MAX) {
    const ids = looked.map(({ id }) => id);
    const advance = await store.advanceJob(ids, decideJob);
    if (advance === undefined) break;
    looked.push(advance);
  }
  return looked;
}

/** Whether something moved, so that it is worth looking again soon. */
export function hasMoved({ ended, handedOut, state }: JobAdvance): boolean {
  return ended > 0 || handedOut > 0 || state === "running";
}
