/** Which open dead letters somebody means; what is absent narrows nothing. */
export interface LetterFilter {
  /** The machine, relay or feed that gave up. */
  readonly consumer?: string;
  readonly reason?: string;
  /** Fingerprint of the cause. */
  readonly cause?: string;
  readonly eventType?: string;
  /** A part of the subject, in any case. */
  readonly subject?: string;
  readonly capturedFrom?: Date;
  readonly capturedBefore?: Date;
  /** These and no others. */
  readonly ids?: readonly string[];
}

/**
 * What a selection is frozen for. `replay` takes the open letters that can be replayed, `resolve` and `assign` all open ones,
 * `archive` those that are resolved, `restore` those that are archived.
 */
export const SELECTION_PURPOSES = ["replay", "resolve", "archive", "restore", "assign"] as const;
export type SelectionPurpose = (typeof SELECTION_PURPOSES)[number];

/** What a job does to its letters. */
export type JobKind = Extract<SelectionPurpose, "replay" | "resolve">;

/** Dead letters as they were when somebody looked: what is replayed is what was seen. */
export interface LetterSelection {
  readonly id: string;
  readonly project: string;
  readonly purpose: SelectionPurpose;
  readonly letters: number;
  readonly subjects: number;
  /** Letters captured later are not in it. */
  readonly cutOffAt: Date;
  /** SHA-256 in hex over the ids, one a line, in order of capture. */
  readonly hash: string;
  /** Letters that the filter finds and that cannot be replayed at once, by source: those of chart states, relays and feeds. */
  readonly leftOut: Readonly<Record<string, number>>;
}

/** How a selection is replayed. */
export interface JobSettings {
  /** Only say what would come of each letter. */
  readonly dryRun: boolean;
  readonly force: boolean;
  readonly reason?: string;
  readonly actor: string;
  /** This many letters first, and the rest only if none of them fails; 0 for none. */
  readonly canary: number;
  /** Letters a second; absent: no limit. */
  readonly ratePerSecond?: number;
  /** Letters under way at once, never two of one subject. */
  readonly parallel: number;
  /** Pause by itself once more than this share of the letters fails. */
  readonly pauseShare: number;
}

export type JobState = "running" | "paused" | "cancelled" | "done";

/** How far a job has come; what is in none of these waits. */
export interface JobCounts {
  /** With the workers. */
  readonly open: number;
  /** Processed, or known to have been; in a dry run: would be. */
  readonly succeeded: number;
  readonly failed: number;
  /** Left alone since an earlier letter of the same subject failed. */
  readonly held: number;
  /** Resolved or gone by the time it was their turn. */
  readonly skipped: number;
}

/** A bulk replay as a worker takes it up. */
export interface ReplayJobRecord extends JobSettings {
  readonly id: string;
  readonly kind: JobKind;
  readonly selectionId: string;
  readonly project: string;
  readonly state: JobState;
  /** Why it is paused. */
  readonly why?: string;
  readonly letters: number;
  /** Given to the workers so far. */
  readonly handedOut: number;
  readonly counts: JobCounts;
  readonly outcomes: Readonly<Record<string, number>>;
  readonly canaryPassed: boolean;
  /** Since the last time that somebody let it go on. */
  readonly lately: { readonly ended: number; readonly failed: number };
  /** How long its rate has not been used. */
  readonly unusedRateMs: number;
}

/** What is to become of a job now. */
export interface JobDecision {
  /** How many letters may be given to the workers, if so many are ready. */
  readonly handOut: number;
  readonly state: JobState;
  readonly why?: string;
  readonly canaryPassed: boolean;
}

/** One look at a job: what had ended, what was handed out, and where it stands. */
export interface JobAdvance {
  readonly id: string;
  readonly ended: number;
  readonly handedOut: number;
  readonly state: JobState;
}

/** Bulk replays as the workers see them. Every implementation passes `replayJobStoreContract`. */
export interface ReplayJobStore {
  /**
   * Take up the job that was longest not looked at, count what ended, ask what comes next, and write it: one transaction. Letters
   * are handed out as operator's commands like any other, at most one of a subject at a time and in order of capture. Nobody
   * else looks at the job meanwhile; a worker that dies in the middle has done nothing.
   *
   * @param exceptIds - jobs that were looked at already
   * @returns undefined when no job is left to look at
   */
  advanceJob(
    exceptIds: readonly string[],
    decide: (job: ReplayJobRecord) => JobDecision,
  ): Promise<JobAdvance | undefined>;
}
