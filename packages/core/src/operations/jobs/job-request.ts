import type {
  JobKind,
  JobSettings,
  JobState,
  LetterFilter,
  SelectionPurpose,
} from "../../engine/replay-jobs.ts";
import type { AuditEntry } from "../../engine/step-commit.ts";
import type { JsonObject } from "../../kernel/json.ts";
import { redactErrorText } from "../../kernel/redaction/redactor.ts";
import { ReplayRefusedError } from "../errors.ts";

const REASON_CHARACTERS_MAX = 1_000;
const IDS_MAX = 10_000;
const TEXT_CHARACTERS_MAX = 1_024;
const PARALLEL_MAX = 1_000;
const RATE_MIN = 0.01;
const RATE_MAX = 100_000;
const DEFAULT_PARALLEL = 32;
const DEFAULT_CANARY = 5;
const DEFAULT_PAUSE_SHARE = 0.2;

/** What somebody asks for when they start a job. */
export interface JobRequest extends Partial<Omit<JobSettings, "actor">> {
  readonly selectionId: string;
  /** The selection's hash: what is replayed is what was seen. */
  readonly hash: string;
  /** What is meant to be done, where the caller says it: a selection frozen for something else is refused. */
  readonly kind?: JobKind;
  readonly actor: string;
}

/**
 * The settings of a job, with defaults filled in: a dry run, five letters first, 32 at once, paused when a fifth fails.
 *
 * @throws {ReplayRefusedError} naming the setting that cannot be used, or if a real job gives no reason
 */
export function jobSettingsOf(request: JobRequest): JobSettings {
  const { dryRun = true, force = false, actor, ratePerSecond } = request;
  const { parallel = DEFAULT_PARALLEL } = request;
  // Nothing moves in a dry run: nothing has to be tried first, and a failure is what one wants to know of.
  const canary = dryRun ? 0 : (request.canary ?? DEFAULT_CANARY);
  const pauseShare = dryRun ? 1 : (request.pauseShare ?? DEFAULT_PAUSE_SHARE);
  const reason = checkedReason("replay-job", request.reason, !dryRun);
  requireWithin("canary", canary, 0, Number.MAX_SAFE_INTEGER);
  requirePace({ parallel, ratePerSecond });
  if (!(pauseShare >= 0 && pauseShare <= 1)) {
    throw refused(`pauseShare must be within 0 and 1, got ${pauseShare}`);
  }
  const rate = ratePerSecond === undefined ? {} : { ratePerSecond };
  return { dryRun, force, actor, canary, parallel, pauseShare, ...rate, ...reason };
}

/** How fast a job goes. */
export interface JobPace {
  /** Letters under way at once; undefined: as it was. */
  readonly parallel?: number;
  /** Letters a second; null: no limit; undefined: as it was. */
  readonly ratePerSecond?: number | null;
}

/** @throws {ReplayRefusedError} naming what is out of its bounds */
export function requirePace({ parallel, ratePerSecond }: JobPace): void {
  if (parallel !== undefined) requireWithin("parallel", parallel, 1, PARALLEL_MAX);
  if (ratePerSecond === undefined || ratePerSecond === null) return;
  if (ratePerSecond >= RATE_MIN && ratePerSecond <= RATE_MAX) return;
  throw refused(`ratePerSecond must be within ${RATE_MIN} and ${RATE_MAX}, got ${ratePerSecond}`);
}

/**
 * What a job does to the letters of a selection.
 *
 * @throws {ReplayRefusedError} if the selection was frozen for something that is no job
 */
export function jobKindOf(purpose: SelectionPurpose, meant?: JobKind): JobKind {
  const isMeant = meant === undefined || meant === purpose;
  if (isMeant && (purpose === "replay" || purpose === "resolve")) return purpose;
  throw refused(`the selection was frozen to ${purpose} its letters: preview it anew for a job`);
}

/** The real job of a selection that is under way. */
export interface RunningJob {
  readonly id: string;
  readonly actor: string;
}

/** What whoever comes second is told. */
export function alreadyProblem(other: RunningJob | undefined): string {
  const by = other === undefined ? "" : ` by ${other.actor}, as job ${other.id}`;
  return `replay-job: this selection is being worked on already${by}`;
}

/**
 * A reason as it is kept.
 *
 * @throws {ReplayRefusedError} if there has to be one and is none, or it is too long
 */
export function checkedReason(
  what: string,
  given: string | undefined,
  isRequired = true,
): { readonly reason?: string } {
  // A person may type a secret without thinking: it is masked before it is kept anywhere.
  const reason = redactErrorText(given?.trim() ?? "");
  if (isRequired && reason === "") {
    throw new ReplayRefusedError(`${what}: a reason is required`);
  }
  if (reason.length > REASON_CHARACTERS_MAX) {
    const problem = `the reason must be at most ${REASON_CHARACTERS_MAX} characters`;
    throw new ReplayRefusedError(`${what}: ${problem}, got ${reason.length}`);
  }
  return reason === "" ? {} : { reason };
}

/** @throws {ReplayRefusedError} if a filter names more than any list should */
export function requireFilter(filter: LetterFilter): void {
  if ((filter.ids?.length ?? 0) > IDS_MAX) {
    throw refused(`ids must be at most ${IDS_MAX}, got ${filter.ids?.length}: narrow the filter`);
  }
  for (const [name, value] of Object.entries(filter)) {
    if (typeof value === "string" && value.length > TEXT_CHARACTERS_MAX) {
      throw refused(`${name} must be at most ${TEXT_CHARACTERS_MAX} characters`);
    }
    if (value instanceof Date && Number.isNaN(value.getTime())) {
      throw refused(`${name} must be a time`);
    }
  }
}

/** A filter as its selection keeps it. */
export function filterJson({
  ids,
  capturedFrom,
  capturedBefore,
  ...texts
}: LetterFilter): JsonObject {
  return {
    ...(texts as JsonObject),
    ...(ids === undefined ? {} : { ids: ids.length }),
    ...(capturedFrom === undefined ? {} : { capturedFrom: capturedFrom.toISOString() }),
    ...(capturedBefore === undefined ? {} : { capturedBefore: capturedBefore.toISOString() }),
  };
}

/** What an operator may do to a job that is under way. */
export const JOB_CHANGES = ["pause", "resume", "cancel"] as const;
export type JobChange = (typeof JOB_CHANGES)[number];

/** From which states each change leads where. */
export const JOB_CHANGE_STATES = {
  pause: { from: ["running"], to: "paused" },
  resume: { from: ["paused"], to: "running" },
  cancel: { from: ["running", "paused"], to: "cancelled" },
} as const satisfies Record<
  JobChange,
  { readonly from: readonly JobState[]; readonly to: JobState }
>;

/** What the audit keeps of something done to a job. */
export function jobAudit(
  job: { readonly id: string },
  entry: { readonly actor: string; readonly reason?: string; readonly outcome: string },
  detail: JsonObject,
): AuditEntry {
  return { action: "replay-job", target: `replay job ${job.id}`, ...entry, detail };
}

function requireWithin(name: string, value: number, min: number, max: number): void {
  if (Number.isSafeInteger(value) && value >= min && value <= max) return;
  throw refused(`${name} must be a whole number from ${min} to ${max}, got ${value}`);
}

function refused(problem: string): ReplayRefusedError {
  return new ReplayRefusedError(`replay-job: ${problem}`);
}
