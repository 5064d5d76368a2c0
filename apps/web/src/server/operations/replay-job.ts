import {
  changeReplayJob,
  chooseLetterProject,
  findReplayJob,
  findSelection,
  freezeSelection,
  fromPg,
  fromPgPool,
  type JobChange,
  type JobPace,
  type JobRequest,
  type LetterSelection,
  listReplayItems,
  listReplayJobs,
  type ReplayItemView,
  type ReplayJobView,
  type SelectionPurpose,
  type SelectionView,
  setJobPace,
  startReplayJob,
} from "@sagascope/core/postgres";
import type pg from "pg";
import type { Actor } from "../access/actor.ts";
import { ReplayJobNotFoundError, SelectionNotFoundError } from "../reads/dead-letters/errors.ts";
import { type LetterFilter, searchOf } from "../reads/dead-letters/letter-filter.ts";

const RESOLVED_AT_ONCE = 500;

/** What a person narrows the letters to. */
export interface SelectionInput {
  readonly project?: string;
  readonly machine?: string;
  readonly reason?: string;
  readonly cause?: string;
  readonly type?: string;
  readonly q?: string;
  readonly capturedFrom?: Date;
  readonly capturedBefore?: Date;
  readonly since?: LetterFilter["since"];
  readonly purpose?: SelectionPurpose;
  readonly ids?: readonly string[];
}

/**
 * Freeze the letters that a filter finds.
 *
 * @throws {OperationRefusedError} if several projects have letters and none is named
 */
export async function previewSelection(
  pool: pg.Pool,
  actor: Actor,
  input: SelectionInput,
): Promise<LetterSelection> {
  const sql = fromPgPool(pool);
  const { project: named, machine, type, q, since, purpose, capturedFrom, ...filter } = input;
  const project = await chooseLetterProject(sql, named, { consumer: machine, cause: filter.cause });
  const narrowed = {
    ...filter,
    consumer: machine,
    eventType: type,
    subject: q || undefined,
    capturedFrom: capturedFrom ?? searchOf({ state: "open", since }, new Date()).capturedFrom,
  };
  return freezeSelection(sql, { project, filter: narrowed, purpose, actor: actor.email });
}

/** @throws {ReplayRefusedError} if the selection was not frozen to be replayed, or cannot be */
export async function startJob(
  pool: pg.Pool,
  actor: Actor,
  request: Omit<JobRequest, "actor">,
): Promise<ReplayJobView> {
  const sql = fromPgPool(pool);
  const id = await startReplayJob(sql, { ...request, kind: "replay", actor: actor.email });
  return getJob(pool, id);
}

/** @throws {ReplayRefusedError} if the selection was not frozen to be resolved, or is being resolved already */
export async function startResolution(
  pool: pg.Pool,
  actor: Actor,
  request: Pick<JobRequest, "selectionId" | "hash" | "reason">,
): Promise<ReplayJobView> {
  const sql = fromPgPool(pool);
  // There is nothing to try first, and nobody to spare.
  const pace = { canary: 0, parallel: RESOLVED_AT_ONCE };
  const how = { ...pace, dryRun: false, kind: "resolve" as const, actor: actor.email };
  return getJob(pool, await startReplayJob(sql, { ...request, ...how }));
}

/** @throws {ReplayRefusedError} if a value is out of its bounds, or the job has ended */
export async function setPace(
  pool: pg.Pool,
  actor: Actor,
  request: JobPace & { readonly id: string; readonly reason?: string },
): Promise<ReplayJobView> {
  await setJobPace(fromPgPool(pool), { ...request, actor: actor.email });
  return getJob(pool, request.id);
}

/** @throws {SelectionNotFoundError} */
export async function getSelection(pool: pg.Pool, id: string): Promise<SelectionView> {
  const selection = await findSelection(fromPg(pool), id);
  if (selection === undefined) throw new SelectionNotFoundError(id);
  return selection;
}

/** @throws {ReplayRefusedError} if the job is not in a state for that, or no reason is given */
export async function changeJob(
  pool: pg.Pool,
  actor: Actor,
  request: { readonly id: string; readonly change: JobChange; readonly reason?: string },
): Promise<ReplayJobView> {
  await changeReplayJob(fromPgPool(pool), { ...request, actor: actor.email });
  return getJob(pool, request.id);
}

/** @throws {ReplayJobNotFoundError} */
export async function getJob(pool: pg.Pool, id: string): Promise<ReplayJobView> {
  const job = await findReplayJob(fromPg(pool), id);
  if (job === undefined) throw new ReplayJobNotFoundError(id);
  return job;
}

export function listJobs(
  pool: pg.Pool,
  page: Parameters<typeof listReplayJobs>[1],
): Promise<readonly ReplayJobView[]> {
  return listReplayJobs(fromPg(pool), page);
}

export function listJobItems(
  pool: pg.Pool,
  page: Parameters<typeof listReplayItems>[1],
): Promise<readonly ReplayItemView[]> {
  return listReplayItems(fromPg(pool), page);
}
