import type { JobKind, JobState } from "../../../engine/replay-jobs.ts";
import type { JsonObject } from "../../../kernel/json.ts";
import type { Sql } from "../sql.ts";

const VIEW_COLUMNS = `
  j.id, j.project, j.kind, j.state, j.why, j.dry_run AS "dryRun", j.force, j.reason, j.actor, j.canary,
  j.canary_passed AS "canaryPassed", j.rate AS "ratePerSecond", j.parallel, j.pause_share AS "pauseShare", j.letters,
  j.open, j.succeeded, j.failed, j.held, j.skipped,
  j.letters - j.open - j.succeeded - j.failed - j.held - j.skipped AS waiting, j.outcomes,
  j.handed_out AS "handedOut", j.created_at AS "createdAt", j.finished_at AS "finishedAt", s.id AS "selectionId", s.hash, s.filter,
  s.cut_off_at AS "cutOffAt", s.subjects, s.left_out AS "leftOut"`;
const FROM =
  "FROM sagascope.replay_job j JOIN sagascope.letter_selection s ON s.no = j.selection_no";

/** After the job whose id is given. */
const LIST_JOBS = `
  SELECT ${VIEW_COLUMNS} ${FROM}
  WHERE ($2::text IS NULL OR (j.created_at, j.id) < (SELECT created_at, id FROM sagascope.replay_job WHERE id = $2))
    AND ($3::text IS NULL OR s.id = $3)
  ORDER BY j.created_at DESC, j.id DESC LIMIT $1`;
const FIND_JOB = `SELECT ${VIEW_COLUMNS} ${FROM} WHERE j.id = $1`;

/** In the order of the selection. Why a letter was refused or failed again stands in its command's report. */
const itemsText = (condition: string) => `
  SELECT i.ordinal, i.letter_id AS "letterId", l.subject, l.consumer, l.machine_id AS "machineId",
         l.event_type AS "eventType", l.cause_title AS "causeTitle", i.state, i.outcome, i.command_id AS "commandId",
         coalesce(c.result -> 'error' ->> 'message', c.result -> 'refusals' ->> 0) AS why
  FROM sagascope.replay_item i
  LEFT JOIN sagascope.dead_letter l ON l.id = i.letter_id
  LEFT JOIN sagascope.operator_command c ON c.id = i.command_id
  WHERE i.job_no = (SELECT no FROM sagascope.replay_job WHERE id = $1) AND i.ordinal > $2 AND ${condition}
  ORDER BY i.ordinal LIMIT $3`;

/** Each in the words of one of the table's partial indexes. */
const ITEM_CONDITIONS = {
  all: "true",
  notThrough: "i.state IN ('failed', 'held', 'skipped')",
  succeeded: "i.state = 'succeeded'",
  failed: "i.state IN ('failed', 'held', 'skipped') AND i.state = 'failed'",
  held: "i.state IN ('failed', 'held', 'skipped') AND i.state = 'held'",
  skipped: "i.state IN ('failed', 'held', 'skipped') AND i.state = 'skipped'",
  open: "i.state = 'open'",
  waiting: "i.state IN ('ready', 'blocked')",
} as const;

/** Which letters of a job are listed: `notThrough` are those that failed, were held back or passed over. */
export type JobItemFilter = keyof typeof ITEM_CONDITIONS;
export const JOB_ITEM_FILTERS = Object.keys(ITEM_CONDITIONS) as readonly JobItemFilter[];

/** A bulk replay for people. */
export interface ReplayJobView {
  readonly id: string;
  readonly project: string;
  readonly kind: JobKind;
  readonly state: JobState;
  readonly why: string | null;
  readonly dryRun: boolean;
  readonly force: boolean;
  readonly reason: string | null;
  readonly actor: string;
  readonly canary: number;
  readonly canaryPassed: boolean;
  readonly ratePerSecond: number | null;
  readonly parallel: number;
  readonly pauseShare: number;
  readonly letters: number;
  readonly open: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly held: number;
  readonly skipped: number;
  readonly waiting: number;
  readonly handedOut: number;
  readonly outcomes: Readonly<Record<string, number>>;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
  readonly selectionId: string;
  readonly hash: string;
  readonly filter: JsonObject;
  readonly cutOffAt: Date;
  readonly subjects: number;
  readonly leftOut: Readonly<Record<string, number>>;
}

/** One letter of a job. */
export interface ReplayItemView {
  readonly ordinal: number;
  readonly letterId: string;
  /** Of the letter, as what follows: null once it is deleted. */
  readonly subject: string | null;
  readonly consumer: string | null;
  readonly machineId: string | null;
  readonly eventType: string | null;
  readonly causeTitle: string | null;
  readonly state: string;
  readonly outcome: string | null;
  readonly commandId: string | null;
  /** What it was refused for, or failed with. */
  readonly why: string | null;
}

/** Bulk replays, the newest first: after one of them, or of one selection. */
export function listReplayJobs(
  sql: Sql,
  page: { readonly limit: number; readonly afterId?: string; readonly selectionId?: string },
): Promise<readonly ReplayJobView[]> {
  const { limit, afterId = null, selectionId = null } = page;
  return sql.query<ReplayJobView>("list replay jobs", LIST_JOBS, [limit, afterId, selectionId]);
}

export async function findReplayJob(sql: Sql, id: string): Promise<ReplayJobView | undefined> {
  const [row] = await sql.query<ReplayJobView>("find replay job", FIND_JOB, [id]);
  return row;
}

/** Letters of a job after a place in it: those that did not come through unless asked for others. */
export function listReplayItems(
  sql: Sql,
  page: {
    readonly jobId: string;
    readonly afterOrdinal?: number;
    readonly which?: JobItemFilter;
    readonly limit: number;
  },
): Promise<readonly ReplayItemView[]> {
  const { jobId, afterOrdinal = 0, which = "notThrough", limit } = page;
  const text = itemsText(ITEM_CONDITIONS[which]);
  return sql.query<ReplayItemView>("list letters of job", text, [jobId, afterOrdinal, limit]);
}
