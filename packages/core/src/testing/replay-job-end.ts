import type { ReplayJobView } from "../stores/postgres/replay-jobs/list-jobs.ts";
import { findReplayJob } from "../stores/postgres/replay-jobs/list-jobs.ts";
import type { SqlPool } from "../stores/postgres/sql.ts";
import { eventually } from "./eventually.ts";

/** A replay job once it runs no more and nothing of it is in hand. */
export function replayJobEnd(sql: SqlPool, id: string): Promise<ReplayJobView> {
  return eventually("the job to end", async () => {
    const job = await findReplayJob(sql, id);
    return job !== undefined && job.state !== "running" && job.open === 0 && job;
  });
}
