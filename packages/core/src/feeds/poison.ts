import { EnvelopeCorruptError } from "../envelope/errors.ts";
import { SagascopeError } from "../kernel/errors.ts";
import type { FeedPoisonPolicy, FeedRecord } from "../projects/feed.ts";
import { BatchRefusedError } from "./errors.ts";

/** How far a sink came with a batch that it did not take as a whole. */
export interface Refusal {
  /** Taken from the front. */
  readonly accepted: number;
  /** Why the rest was not. */
  readonly error: unknown;
  /** Whether the first event that was not taken is known to be the one that stands in the way. */
  readonly pointsAtOne: boolean;
  /** Whether the failure may be the events' own. An outage, or a sink that is set up wrongly, says nothing about them. */
  readonly counts: boolean;
}

/** Read what a sink threw. */
export function refusalOf(thrown: unknown): Refusal {
  const partial = thrown instanceof BatchRefusedError;
  const error = partial ? thrown.cause : thrown;
  return {
    accepted: partial ? thrown.accepted : 0,
    error,
    pointsAtOne: partial,
    counts: error instanceof SagascopeError ? error.fault === "message" : true,
  };
}

/** What to do about a batch that failed so many times in a row. */
export type PoisonDecision =
  | { readonly action: "wait" }
  | { readonly action: "leave_out_first" }
  /** Halve it until the bad ones stand alone. */
  | { readonly action: "bisect" };

/** Decide. A failure that does not count is waited out, whatever the policy. */
export function decidePoison(
  policy: FeedPoisonPolicy,
  refusal: Refusal,
  failures: number,
): PoisonDecision {
  if (policy === "block" || !refusal.counts) return { action: "wait" };
  const hopeless = refusal.error instanceof EnvelopeCorruptError;
  if (!hopeless && failures < policy.afterFailures) return { action: "wait" };
  return { action: refusal.pointsAtOne ? "leave_out_first" : "bisect" };
}

/** Two halves, the first no smaller than the second. */
export function halvesOf(
  batch: readonly FeedRecord[],
): readonly [readonly FeedRecord[], readonly FeedRecord[]] {
  const middle = Math.ceil(batch.length / 2);
  return [batch.slice(0, middle), batch.slice(middle)];
}
