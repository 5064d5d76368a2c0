import type { StepCommit } from "../engine/step-commit.ts";
import type { BatchResult } from "./batch.ts";
import type { EffectCalls } from "./effect-calls.ts";
import { isDelivery } from "./lane.ts";
import type { Lanes } from "./lanes.ts";
import type { Work } from "./work.ts";

/** What settling a result touches besides the lane. */
export interface ResultSettling {
  readonly lanes: Lanes;
  /** Undefined before the engine has started: no call is under way then. */
  readonly effects: Pick<EffectCalls, "cancel" | "recordLate"> | undefined;
  readonly nowMs: number;
  /** Wait before work is tried again that could not be run here or now. */
  readonly holdMs: number;
}

/** Wait before a lane is read again whose code this worker lacks: others may need the room that it would take. */
const ELSEWHERE_MS = 5_000;

/** What waits in its lane is read again, in order: what a read under way brings of it does not count. */
export function isForgotten(result: BatchResult): boolean {
  if (!isDelivery(result.work)) return false;
  return result.kind === "gone" || (result.kind === "held" && result.isElsewhere === true);
}

/** Bring what became of a piece of work back to its lane: it is over, waits, or is somebody else's. */
export function settleResult(settling: ResultSettling, result: BatchResult): void {
  const { lanes, effects, nowMs, holdMs } = settling;
  const { work } = result;
  if (result.kind === "gone") {
    lanes.abandon(work);
    if (work.kind === "effect-result") effects?.recordLate(work.effect, work.outcome);
  } else if (result.kind === "committed") {
    settleCommitted(settling, work, result.plan.commit);
  } else if (work.kind === "timer") {
    lanes.finish(work); // read again while it is due
  } else if (isForgotten(result)) {
    lanes.abandon(work, nowMs + ELSEWHERE_MS);
  } else {
    lanes.putBack(work, nowMs + holdMs);
  }
}

function settleCommitted(
  { lanes, effects, nowMs }: ResultSettling,
  work: Work,
  commit: StepCommit | undefined,
): void {
  const retry = commit?.settlements.find((settlement) => settlement.kind === "delivery-retry");
  if (retry !== undefined && (work.kind === "delivery" || work.kind === "relay-result")) {
    const { attempts, errors, delayMs } = retry;
    lanes.update({ ...work.delivery, attempts, deliveries: attempts, errors });
    lanes.putBack(work, nowMs + delayMs);
    return;
  }
  lanes.finish(work);
  if (commit !== undefined && commit.cancelledEffects.length > 0) {
    effects?.cancel(commit.machineId, commit.subject, commit.cancelledEffects);
  }
}
