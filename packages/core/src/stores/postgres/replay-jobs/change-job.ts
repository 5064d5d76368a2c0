import { ReplayRefusedError } from "../../../operations/errors.ts";
import {
  checkedReason,
  JOB_CHANGE_STATES,
  type JobChange,
  jobAudit,
} from "../../../operations/jobs/job-request.ts";
import { appendAudit } from "../audit/append-audit.ts";
import type { Sql, SqlPool } from "../sql.ts";
import { COMMANDS_CHANNEL } from "../workers/channels.ts";

/** Locks the job: no worker hands letters out meanwhile. */
const FIND_JOB =
  'SELECT no, project, state, dry_run AS "dryRun" FROM sagascope.replay_job WHERE id = $1 FOR UPDATE';

/** Who lets a paused job go on has seen what failed: it counts from here, and the canary is over. */
const CHANGE = `
  UPDATE sagascope.replay_job
  SET state = $2, why = $3, canary_passed = canary_passed OR $2 = 'running',
      base_ended = CASE WHEN $2 = 'running' THEN succeeded + failed ELSE base_ended END,
      base_failed = CASE WHEN $2 = 'running' THEN failed ELSE base_failed END,
      rate_at = CASE WHEN $2 = 'running' THEN clock_timestamp() ELSE rate_at END,
      finished_at = CASE WHEN $2 = 'cancelled' THEN clock_timestamp() END
  WHERE no = $1`;

/** What no worker has taken yet is taken back, and is ready again. */
const WITHDRAW = `
  WITH withdrawn AS (
    DELETE FROM sagascope.operator_command c USING sagascope.replay_item i
    WHERE i.job_no = $1 AND i.state = 'open' AND c.id = i.command_id AND c.status = 'waiting'
    RETURNING i.ordinal
  ), ready AS (
    UPDATE sagascope.replay_item i SET state = 'ready', command_id = NULL
    FROM withdrawn w WHERE i.job_no = $1 AND i.ordinal = w.ordinal
    RETURNING 1
  )
  UPDATE sagascope.replay_job j SET open = j.open - n, handed_out = j.handed_out - n
  FROM (SELECT count(*)::int AS n FROM ready) counted WHERE j.no = $1`;

const WAKE = `SELECT pg_notify('${COMMANDS_CHANNEL}', $1), pg_notify('sagascope_change', '{"d":1,"a":1}')`;

interface Job {
  readonly no: number;
  readonly project: string;
  readonly state: string;
  readonly dryRun: boolean;
}

/**
 * Pause a job, let it go on, or end it. What the workers have in hand ends by itself.
 *
 * @throws {ReplayRefusedError} if there is no such job, it is not in a state for that, or no reason is given for a real one
 */
export async function changeReplayJob(
  sql: SqlPool,
  request: {
    readonly id: string;
    readonly change: JobChange;
    readonly actor: string;
    readonly reason?: string;
  },
): Promise<void> {
  const { id, change, actor } = request;
  const { from, to } = JOB_CHANGE_STATES[change];
  await sql.transaction(`${change} replay job`, async (tx) => {
    const job = await getJob(tx, id);
    const why = checkedReason("replay-job", request.reason, !job.dryRun);
    if (!from.some((state) => state === job.state)) {
      throw new ReplayRefusedError(`replay-job: job '${id}' is ${job.state}: cannot ${change} it`);
    }
    await tx.query("change replay job", CHANGE, [
      job.no,
      to,
      to === "paused" ? `by ${actor}` : null,
    ]);
    if (to !== "running") await tx.query("withdraw letters", WITHDRAW, [job.no]);
    const entry = jobAudit({ id }, { actor, ...why, outcome: to }, { change });
    await appendAudit(tx, job.dryRun ? [] : [entry]);
    await tx.query("wake workers", WAKE, [job.project]);
  });
}

async function getJob(tx: Sql, id: string): Promise<Job> {
  const [job] = await tx.query<Job>("lock replay job", FIND_JOB, [id]);
  if (job === undefined) throw new ReplayRefusedError(`replay-job: no job with id '${id}'`);
  return job;
}
