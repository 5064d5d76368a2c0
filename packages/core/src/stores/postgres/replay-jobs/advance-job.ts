import type { JobAdvance, JobDecision, ReplayJobRecord } from "../../../engine/replay-jobs.ts";
import { jobAudit } from "../../../operations/jobs/job-request.ts";
import { appendAudit } from "../audit/append-audit.ts";
import type { Sql, SqlPool } from "../sql.ts";
import { COMMANDS_CHANNEL } from "../workers/channels.ts";
import { endItems } from "./end-items.ts";
import { handOut } from "./hand-out.ts";
import { JOB_COLUMNS, type JobRow, toJobRecord } from "./job-columns.ts";
import { writeJob } from "./write-job.ts";

/** As a rule there is no job: then one statement says so, and no transaction is begun. */
const HAS_JOBS = `
  SELECT 1 FROM sagascope.replay_job j
  WHERE j.project = $1 AND (j.state = 'running' OR j.open > 0) AND j.id <> ALL ($2::text[]) LIMIT 1`;

/** Whoever looks at it has it until the end of the transaction; others pass it over. */
const TAKE_JOB = `
  SELECT ${JOB_COLUMNS}
  FROM sagascope.replay_job j JOIN sagascope.letter_selection s ON s.no = j.selection_no
  WHERE j.project = $1 AND (j.state = 'running' OR j.open > 0) AND j.id <> ALL ($2::text[])
  ORDER BY j.looked_at NULLS FIRST LIMIT 1 FOR UPDATE OF j SKIP LOCKED`;

const WAKE = `SELECT pg_notify('${COMMANDS_CHANNEL}', $1)`;
const HINT = `SELECT pg_notify('sagascope_change', '{"d":1}')`;

/** Look at one job: see what ended, decide, hand letters out. */
export async function advanceJob(
  pool: SqlPool,
  project: string,
  exceptIds: readonly string[],
  decide: (job: ReplayJobRecord) => JobDecision,
): Promise<JobAdvance | undefined> {
  const jobs = await pool.query("look for replay jobs", HAS_JOBS, [project, exceptIds]);
  if (jobs.length === 0) return undefined;
  return pool.transaction("advance replay job", async (sql) => {
    const [row] = await sql.query<JobRow>("take replay job", TAKE_JOB, [project, exceptIds]);
    return row === undefined ? undefined : advance(sql, row, decide);
  });
}

async function advance(
  sql: Sql,
  row: JobRow,
  decide: (job: ReplayJobRecord) => JobDecision,
): Promise<JobAdvance> {
  const before = toJobRecord(row);
  const seen = await endItems(sql, row.no, before);
  const decision = decide(seen.job);
  const given = await handOut(sql, row.no, seen.job, decision.handOut);
  await writeJob(sql, row.no, given.job, decision, given.handedOut);
  if (decision.state !== before.state && !before.dryRun) {
    await appendAudit(sql, [changeAudit(given.job, decision)]);
  }
  if (given.handedOut > 0) await sql.query("wake workers", WAKE, [before.project]);
  if (seen.ended + given.handedOut > 0 || decision.state !== before.state) {
    await sql.query("hint at changes", HINT);
  }
  const { id } = before;
  return { id, ended: seen.ended, handedOut: given.handedOut, state: decision.state };
}

/** What a job did by itself. */
function changeAudit({ id, counts, outcomes }: ReplayJobRecord, { state, why }: JobDecision) {
  const detail = { ...counts, outcomes, ...(why === undefined ? {} : { why }) };
  return jobAudit({ id }, { actor: "sagascope", outcome: state }, detail);
}
