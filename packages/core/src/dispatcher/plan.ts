import type { DeadLetterReason } from "../dead-letters/letter.ts";
import type { StepCommit } from "../engine/step-commit.ts";
import type { StepResult } from "../instances/step-result.ts";

/** What would become of one piece of work. */
export type Outcome =
  | "processed"
  | "duplicate"
  | "ignored"
  | "retry"
  | "dead_lettered"
  /** Cannot be run here or now, through no fault of its own: left as it is, nothing counted. */
  | "held";

/** The decision on one piece of work and everything to be written for it. */
export interface Plan {
  readonly outcome: Outcome;
  readonly reason?: DeadLetterReason;
  /** Absent when there is nothing to write. */
  readonly commit?: StepCommit;
  /** The step behind it, when one was taken: what a dry run shows. */
  readonly step?: StepResult;
  readonly error?: { readonly name: string; readonly message: string };
  /** Why it is held. */
  readonly why?: string;
  /** Held because this worker lacks the code: another one may have it, and until then it is not worth the room. */
  readonly isElsewhere?: true;
}
