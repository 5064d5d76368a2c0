import { newId } from "../../../kernel/ids.ts";
import { ReplayRefusedError } from "../../../operations/errors.ts";
import {
  alreadyProblem,
  type JobRequest,
  jobAudit,
  jobKindOf,
  jobSettingsOf,
} from "../../../operations/jobs/job-request.ts";
import { appendAudit } from "../audit/append-audit.ts";
import type { MemoryDatabase } from "../memory-database.ts";
import type { JobRow, SelectionRow } from "../rows.ts";
import { putItem } from "./end-items.ts";

/**
 * Begin to replay a frozen selection, or to rehearse it.
 *
 * @returns the job's id
 * @throws {ReplayRefusedError} if there is no such selection, its hash is another, it is being replayed already, or a
 *   setting cannot be used
 */
export function startReplayJob(db: MemoryDatabase, request: JobRequest): string {
  const settings = jobSettingsOf(request);
  const selection = getSelection(db, request);
  const kind = jobKindOf(selection.purpose, request.kind);
  const other = settings.dryRun ? undefined : runningJobOf(db, selection.id);
  if (other !== undefined) throw new ReplayRefusedError(alreadyProblem(other));
  const id = newId();
  const { letters, project, hash } = selection;
  db.transaction(() => {
    db.jobs.put(id, {
      ...settings,
      id,
      kind,
      selectionId: selection.id,
      project,
      state: "running",
      letters,
      handedOut: 0,
      counts: { open: 0, succeeded: 0, failed: 0, held: 0, skipped: 0 },
      outcomes: {},
      canaryPassed: settings.canary === 0,
      lately: { ended: 0, failed: 0 },
      rateAtMs: db.nowMs() - 1_000 / (settings.ratePerSecond ?? Number.POSITIVE_INFINITY),
      lookedAtMs: 0,
    });
    for (const item of selection.items) {
      const state = item.turn === 1 ? ("ready" as const) : ("blocked" as const);
      putItem(db, { ...item, jobId: id, state, commandId: undefined, outcome: undefined });
    }
    const { dryRun, actor, reason, ...how } = settings;
    const why = reason === undefined ? {} : { reason };
    const detail = { ...how, selectionId: selection.id, project, letters, hash };
    const entry = jobAudit({ id }, { actor, ...why, outcome: "started" }, detail);
    appendAudit(db, dryRun ? [] : [entry]);
    db.wake(project);
  });
  return id;
}

function getSelection(db: MemoryDatabase, { selectionId, hash }: JobRequest): SelectionRow {
  const found = db.selections.get(selectionId);
  if (found === undefined) {
    throw new ReplayRefusedError(`replay-job: no selection with id '${selectionId}'`);
  }
  if (found.hash === hash) return found;
  throw new ReplayRefusedError("replay-job: the selection's hash is another: preview it again");
}

function runningJobOf(db: MemoryDatabase, selectionId: string): JobRow | undefined {
  return db.jobs
    .rows()
    .find(
      (job) =>
        job.selectionId === selectionId &&
        !job.dryRun &&
        (job.state === "running" || job.state === "paused"),
    );
}
