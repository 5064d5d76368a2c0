import { type Call, type CallState, callStateOf, type Moment, type Step } from "./instance.ts";

/** One line of the timeline. */
export type TimelineEntry =
  | {
      readonly kind: "step";
      readonly at: Date;
      readonly step: Step;
      readonly failed: boolean;
      /** How long after the step before it; absent for the first of those that are known. */
      readonly afterMs: number | undefined;
    }
  | {
      readonly kind: "call";
      readonly at: Date;
      readonly call: Call;
      readonly state: CallState;
      readonly attempt: number;
      readonly error: string | undefined;
      /** How long the attempt took, when that is known. */
      readonly tookMs: number | undefined;
    };

/** What may come after now. */
export interface NextEntry {
  readonly id: string;
  readonly event: string;
  readonly to: readonly string[];
  readonly guard: string | undefined;
  /** When its timer fires, if it is one. */
  readonly dueAt: Date | undefined;
}

/**
 * Steps and the tries of service calls in the order in which they happened. If there are older steps than are known, calls
 * of before the first known one are left out: they would stand there as if they had led to it.
 */
export function buildTimeline(
  { steps, instance }: Moment,
  now: Date,
  moreSteps = false,
): TimelineEntry[] {
  const from = moreSteps ? (steps[0]?.revision ?? 0) : 0;
  const entries = [
    ...steps.map((step, at) => stepEntry(step, steps[at - 1])),
    ...instance.calls
      .filter(({ revision }) => revision >= from)
      .flatMap((call) => callEntries(call, now)),
  ];
  return entries.sort(
    (one, other) => one.at.getTime() - other.at.getTime() || rank(one) - rank(other),
  );
}

/** Of one instant: a call's end led to the step, and the step began the next call. */
function rank(entry: TimelineEntry): number {
  if (entry.kind === "step") return 1;
  return entry.state === "running" || entry.state === "waiting" ? 2 : 0;
}

function stepEntry(step: Step, before: Step | undefined): TimelineEntry {
  const failed =
    step.event.startsWith("error.platform.") ||
    step.transitions.some(({ event }) => event.startsWith("error.platform."));
  const afterMs = before && step.at.getTime() - before.at.getTime();
  return { kind: "step", at: step.at, step, failed, afterMs };
}

/** Each failed try, then how the call stands or ended. */
function callEntries(call: Call, now: Date): TimelineEntry[] {
  const state = callStateOf(call, now);
  const failures = call.errors.map((error, index) => ({
    kind: "call" as const,
    at: error.at ?? call.finishedAt ?? call.createdAt,
    call,
    state: "failed" as const,
    attempt: error.attempt || index + 1,
    error: error.message || error.name,
    tookMs: undefined,
  }));
  if (state === "failed" || state === "dead") return failures;
  if (state === "cancelled" && failures.length > 0) return failures;
  const startedAt = call.startedAt ?? call.createdAt;
  return [
    ...failures,
    {
      kind: "call",
      at: call.finishedAt ?? startedAt,
      call,
      state,
      attempt: call.attempts,
      error: undefined,
      tookMs: call.finishedAt ? call.finishedAt.getTime() - startedAt.getTime() : undefined,
    },
  ];
}

/** What its chart says may come, the nearest timer first. */
export function buildNext({ reachability, instance, isLive }: Moment): NextEntry[] {
  if (!isLive || instance.status !== "active") return [];
  return reachability.possibleNext.map(({ id, event, to, guard, kind, from }) => ({
    id,
    event,
    to,
    guard,
    dueAt:
      kind === "after"
        ? instance.timers.find((timer) => timer.label === event && timer.state === from)?.dueAt
        : undefined,
  }));
}
