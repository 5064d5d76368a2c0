import { isCompensating } from "../charts/compensating.ts";
import { DEAD_LETTER_TAG } from "../charts/dead-letter-tag.ts";
import type { InstancePhase } from "../engine/step-commit.ts";

/** Tag of a final state that a hand-written chart reaches by undoing what was done. */
const UNDONE_TAG = "compensated";

/**
 * How far an instance has come. A saga that ends after undoing is `compensated`, as is any chart that ends
 * in a state tagged so; one that ends in a state tagged `dead-letter` has `failed` and waits for a person.
 */
export function phaseOf(step: {
  readonly status: "active" | "done";
  readonly states: readonly string[];
  readonly tags: readonly string[];
  readonly before: InstancePhase | undefined;
  readonly entered: readonly string[];
}): InstancePhase {
  if (step.tags.includes(DEAD_LETTER_TAG)) return "failed";
  if (step.status === "active") {
    return step.states.some(isCompensating) ? "compensating" : "running";
  }
  const undone =
    step.before === "compensating" ||
    step.entered.some(isCompensating) ||
    step.tags.includes(UNDONE_TAG) ||
    step.states.includes("failed");
  return undone ? "compensated" : "completed";
}
