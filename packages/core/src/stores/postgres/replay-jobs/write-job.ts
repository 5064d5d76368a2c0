import type { JobDecision, ReplayJobRecord } from "../../../engine/replay-jobs.ts";
import { burstMsOf } from "../../../operations/jobs/decide-job.ts";
import type { Sql } from "../sql.ts";

const WRITE_JOB = `
  UPDATE sagascope.replay_job
  SET looked_at = clock_timestamp(), state = $2, why = $3, canary_passed = $4, open = $5, succeeded = $6, failed = $7,
      held = $8, skipped = $9, handed_out = $10, outcomes = $11::json,
      rate_at = CASE WHEN rate IS NULL THEN rate_at ELSE
        greatest(rate_at, clock_timestamp() - $12::double precision * interval '1 millisecond')
          + $13::int / rate * interval '1 second' END,
      finished_at = CASE WHEN $2 = 'done' THEN clock_timestamp() ELSE finished_at END
  WHERE no = $1`;

/** Write how far a job has come; what was handed out is paid for from its rate. */
export async function writeJob(
  sql: Sql,
  jobNo: number,
  job: ReplayJobRecord,
  decision: JobDecision,
  handedOut: number,
): Promise<void> {
  const { counts, ratePerSecond } = job;
  await sql.query("write replay job", WRITE_JOB, [
    jobNo,
    decision.state,
    decision.why ?? job.why ?? null,
    decision.canaryPassed,
    counts.open,
    counts.succeeded,
    counts.failed,
    counts.held,
    counts.skipped,
    job.handedOut,
    JSON.stringify(job.outcomes),
    ratePerSecond === undefined ? 0 : burstMsOf(ratePerSecond),
    handedOut,
  ]);
}
