import { ReplayRefusedError } from "../../../operations/errors.ts";
import {
  checkedReason,
  type JobPace,
  jobAudit,
  requirePace,
} from "../../../operations/jobs/job-request.ts";
import { appendAudit } from "../audit/append-audit.ts";
import type { SqlPool } from "../sql.ts";
import { COMMANDS_CHANNEL } from "../workers/channels.ts";

/** What a rate earned before it was changed is not made up for at the new one. */
const SET_PACE = `
  UPDATE sagascope.replay_job
  SET parallel = coalesce($2, parallel), rate = CASE WHEN $3 THEN $4::double precision ELSE rate END,
      rate_at = CASE WHEN $3 THEN clock_timestamp() ELSE rate_at END
  WHERE id = $1 AND state IN ('running', 'paused')
  RETURNING project, dry_run AS "dryRun", rate, parallel`;
const WAKE = `SELECT pg_notify('${COMMANDS_CHANNEL}', $1), pg_notify('sagascope_change', '{"d":1,"a":1}')`;

interface Paced {
  readonly project: string;
  readonly dryRun: boolean;
  readonly rate: number | null;
  readonly parallel: number;
}

/**
 * Let a job that has not ended go faster or slower from now on. A real one stands in the audit.
 *
 * @throws {ReplayRefusedError} if a value is out of its bounds, nothing is to change, or the job is not there or has ended
 */
export async function setJobPace(
  sql: SqlPool,
  request: JobPace & { readonly id: string; readonly actor: string; readonly reason?: string },
): Promise<void> {
  const { id, actor, parallel, ratePerSecond } = request;
  if (parallel === undefined && ratePerSecond === undefined) {
    throw new ReplayRefusedError("replay-job: give ratePerSecond, parallel or both");
  }
  requirePace(request);
  const why = checkedReason("replay-job", request.reason, false);
  await sql.transaction("set pace of replay job", async (tx) => {
    const values = [id, parallel ?? null, ratePerSecond !== undefined, ratePerSecond ?? null];
    const [job] = await tx.query<Paced>("set pace", SET_PACE, values);
    if (job === undefined) {
      throw new ReplayRefusedError(`replay-job: job '${id}' is not there, or has ended`);
    }
    const detail = { ratePerSecond: job.rate, parallel: job.parallel };
    const entry = jobAudit({ id }, { actor, ...why, outcome: "paced" }, detail);
    await appendAudit(tx, job.dryRun ? [] : [entry]);
    await tx.query("wake workers", WAKE, [job.project]);
  });
}
