import type { SelectionPurpose } from "../../../engine/replay-jobs.ts";
import { newId } from "../../../kernel/ids.ts";
import { ReplayRefusedError } from "../../../operations/errors.ts";
import {
  alreadyProblem,
  type JobRequest,
  jobAudit,
  jobKindOf,
  jobSettingsOf,
  type RunningJob,
} from "../../../operations/jobs/job-request.ts";
import { appendAudit } from "../audit/append-audit.ts";
import { isForeignKeyViolation, isUniqueViolation } from "../pg-errors.ts";
import type { Sql, SqlPool } from "../sql.ts";
import { COMMANDS_CHANNEL } from "../workers/channels.ts";
import { LONG_STATEMENT } from "./long-statement.ts";

const FIND_SELECTION =
  "SELECT project, purpose, letters, hash FROM sagascope.letter_selection WHERE id = $1";
/** Retention, too, changes the hash of a selection that it begins to take away. */
const ANOTHER_HASH = "replay-job: the selection's hash is another: preview it again";
/** Of a selection, the real one that is under way. */
const FIND_RUNNING = `
  SELECT j.id, j.actor FROM sagascope.replay_job j JOIN sagascope.letter_selection s ON s.no = j.selection_no
  WHERE s.id = $1 AND j.state IN ('running', 'paused') AND NOT j.dry_run`;

/** The rate begins one letter's worth back, so that the first goes at once. */
const START = `
  WITH job AS (
    INSERT INTO sagascope.replay_job (id, selection_no, project, kind, state, dry_run, force, reason, actor, canary,
      canary_passed, rate, parallel, pause_share, letters, rate_at)
    SELECT $1, no, project, purpose, 'running', $3, $4, $5, $6, $7, $7::int = 0, $8::double precision, $9, $10, letters,
      clock_timestamp() - coalesce(1 / $8::double precision, 0) * interval '1 second'
    FROM sagascope.letter_selection WHERE id = $2 AND hash = $11
    RETURNING no, selection_no
  ), items AS (
    INSERT INTO sagascope.replay_item (job_no, ordinal, letter_id, lane, turn, state)
    SELECT job.no, i.ordinal, i.letter_id, i.lane, i.turn, CASE WHEN i.turn = 1 THEN 'ready' ELSE 'blocked' END
    FROM job JOIN sagascope.letter_selection_item i ON i.selection_no = job.selection_no
  )
  SELECT no FROM job`;

const WAKE = `SELECT pg_notify('${COMMANDS_CHANNEL}', $1), pg_notify('sagascope_change', '{"d":1,"a":1}')`;

interface Selection {
  readonly project: string;
  readonly purpose: SelectionPurpose;
  readonly letters: number;
  readonly hash: string;
}

/**
 * Begin to replay or resolve a frozen selection, or to rehearse that. Workers do it; a real one stands in the audit.
 *
 * @returns the job's id
 * @throws {ReplayRefusedError} if there is no such selection, its hash is another, it is being replayed already, or a
 *   setting cannot be used
 */
export async function startReplayJob(sql: SqlPool, request: JobRequest): Promise<string> {
  const settings = jobSettingsOf(request);
  const id = newId();
  try {
    await sql.transaction("start replay job", async (tx) => {
      const selection = await getSelection(tx, request);
      await tx.query("allow a long statement", LONG_STATEMENT);
      const started = await tx.query("write replay job", START, [
        id,
        request.selectionId,
        settings.dryRun,
        settings.force,
        settings.reason ?? null,
        settings.actor,
        settings.canary,
        settings.ratePerSecond ?? null,
        settings.parallel,
        settings.pauseShare,
        selection.hash,
      ]);
      if (started.length === 0) throw new ReplayRefusedError(ANOTHER_HASH);
      const { dryRun, actor, reason, ...how } = settings;
      const why = reason === undefined ? {} : { reason };
      const detail = { ...how, selectionId: request.selectionId, ...selection };
      const entry = jobAudit({ id }, { actor, ...why, outcome: "started" }, detail);
      await appendAudit(tx, dryRun ? [] : [entry]);
      await tx.query("wake workers", WAKE, [selection.project]);
    });
  } catch (error) {
    if (isForeignKeyViolation(error, "replay_job_selection_no_fkey")) {
      throw new ReplayRefusedError(noSelection(request.selectionId), { cause: error });
    }
    if (!isUniqueViolation(error, "replay_job_real_idx")) throw error;
    const [other] = await sql.query<RunningJob>("find running job", FIND_RUNNING, [
      request.selectionId,
    ]);
    throw new ReplayRefusedError(alreadyProblem(other), { cause: error });
  }
  return id;
}

const noSelection = (id: string) => `replay-job: no selection with id '${id}'`;

async function getSelection(tx: Sql, { selectionId, hash, kind }: JobRequest): Promise<Selection> {
  const [found] = await tx.query<Selection>("find selection", FIND_SELECTION, [selectionId]);
  if (found === undefined) {
    throw new ReplayRefusedError(noSelection(selectionId));
  }
  if (found.hash !== hash) {
    throw new ReplayRefusedError(ANOTHER_HASH);
  }
  jobKindOf(found.purpose, kind);
  return found;
}
