import type { ReplayJobRecord } from "../../../engine/replay-jobs.ts";
import { isSuccess, withEnded } from "../../../operations/jobs/count-job.ts";
import type { Sql } from "../sql.ts";
import { holdBack, passTurns } from "./pass-turns.ts";

/** A command that is gone was taken away by somebody: nobody knows what came of it. */
const LIST_ENDED = `
  SELECT i.ordinal, i.lane, i.turn, coalesce(c.status, 'failed') AS status,
         coalesce(c.result ->> 'outcome', c.status, 'lost') AS outcome
  FROM sagascope.replay_item i LEFT JOIN sagascope.operator_command c ON c.id = i.command_id
  WHERE i.job_no = $1 AND i.state = 'open' AND (c.id IS NULL OR c.status NOT IN ('waiting', 'running'))`;

const END_ITEMS = `
  UPDATE sagascope.replay_item i SET state = e.state, outcome = e.outcome
  FROM unnest($2::int[], $3::text[], $4::text[]) AS e (ordinal, state, outcome)
  WHERE i.job_no = $1 AND i.ordinal = e.ordinal AND i.state = 'open'`;

interface EndedRow {
  readonly ordinal: number;
  readonly lane: number;
  readonly turn: number;
  readonly status: string;
  readonly outcome: string;
}

/** Note which of the letters under way have ended; the next of their subjects may go, or are held back. */
export async function endItems(
  sql: Sql,
  jobNo: number,
  job: ReplayJobRecord,
): Promise<{ readonly job: ReplayJobRecord; readonly ended: number }> {
  const rows =
    job.counts.open === 0
      ? []
      : await sql.query<EndedRow>("list ended letters of job", LIST_ENDED, [jobNo]);
  if (rows.length === 0) return { job, ended: 0 };
  const ended = rows.map((row) => ({
    ...row,
    state: isSuccess(job, row) ? "succeeded" : "failed",
  }));
  await sql.query("end letters of job", END_ITEMS, [
    jobNo,
    ended.map(({ ordinal }) => ordinal),
    ended.map(({ state }) => state),
    ended.map(({ outcome }) => outcome),
  ]);
  const failed = ended.filter(({ state }) => state === "failed");
  const passing = job.dryRun ? ended : ended.filter(({ state }) => state === "succeeded");
  await passTurns(sql, jobNo, passing);
  const held = job.dryRun ? 0 : await holdBack(sql, jobNo, failed);
  return { job: withEnded(job, ended, held), ended: ended.length };
}
