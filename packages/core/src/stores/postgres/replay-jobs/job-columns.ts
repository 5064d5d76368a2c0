import type { JobKind, JobState, ReplayJobRecord } from "../../../engine/replay-jobs.ts";

/** Of `replay_job j` and its `letter_selection s`. */
export const JOB_COLUMNS = `
  j.no, j.id, j.kind, s.id AS selection_id, j.project, j.state, j.why, j.dry_run, j.force, j.reason, j.actor, j.canary,
  j.canary_passed, j.rate, j.parallel, j.pause_share, j.letters, j.handed_out, j.open, j.succeeded, j.failed, j.held,
  j.skipped, j.outcomes, j.base_ended, j.base_failed,
  extract(epoch FROM clock_timestamp() - j.rate_at)::double precision * 1000 AS unused_ms`;

/** One row of {@link JOB_COLUMNS}. */
export interface JobRow {
  readonly no: number;
  readonly id: string;
  readonly kind: JobKind;
  readonly selection_id: string;
  readonly project: string;
  readonly state: JobState;
  readonly why: string | null;
  readonly dry_run: boolean;
  readonly force: boolean;
  readonly reason: string | null;
  readonly actor: string;
  readonly canary: number;
  readonly canary_passed: boolean;
  readonly rate: number | null;
  readonly parallel: number;
  readonly pause_share: number;
  readonly letters: number;
  readonly handed_out: number;
  readonly open: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly held: number;
  readonly skipped: number;
  readonly outcomes: Readonly<Record<string, number>>;
  readonly base_ended: number;
  readonly base_failed: number;
  readonly unused_ms: number;
}

/** A job as the code that decides sees it. */
export function toJobRecord(row: JobRow): ReplayJobRecord {
  return {
    id: row.id,
    kind: row.kind,
    selectionId: row.selection_id,
    project: row.project,
    state: row.state,
    ...(row.why === null ? {} : { why: row.why }),
    dryRun: row.dry_run,
    force: row.force,
    ...(row.reason === null ? {} : { reason: row.reason }),
    actor: row.actor,
    canary: row.canary,
    canaryPassed: row.canary_passed,
    ...(row.rate === null ? {} : { ratePerSecond: row.rate }),
    parallel: row.parallel,
    pauseShare: row.pause_share,
    letters: row.letters,
    handedOut: row.handed_out,
    counts: {
      open: row.open,
      succeeded: row.succeeded,
      failed: row.failed,
      held: row.held,
      skipped: row.skipped,
    },
    outcomes: row.outcomes,
    lately: {
      ended: row.succeeded + row.failed - row.base_ended,
      failed: row.failed - row.base_failed,
    },
    unusedRateMs: row.unused_ms,
  };
}
