import type { EarlierCall, InstanceWork, OpenCall, TimerRecord } from "../engine/records.ts";
import type { StandingCall, StandingWork } from "../instances/standing-work.ts";
import type { StartedCall, Turnover } from "./plan-restoration.ts";

/** The event that a call is led to by where the earlier one is not kept. */
const OPERATOR_EVENT = { type: "operator" };

/** A snapshot of an earlier revision, to be stood in again. */
export interface Return {
  readonly revision: number;
  readonly standing: StandingWork;
  /** Of each call of the snapshot the one asked for last by then, as far as it is kept. */
  readonly earlier: readonly EarlierCall[];
}

/** The calls that the snapshot waits for; XState also lists those that were over while their state stayed. */
function waitedFor({ standing, earlier }: Return): readonly StandingCall[] {
  return standing.calls.filter(
    (call) => !earlier.some(({ ref, wasOver }) => ref === call.ref && wasOver),
  );
}

/** Calls that nobody knows how to make again: an action started them, and their row is gone. */
export function unknownCalls({ standing, earlier }: Return): readonly StandingCall[] {
  return standing.calls.filter(
    (call) =>
      !earlier.some(({ ref }) => ref === call.ref) &&
      !standing.declared.some(({ id }) => id === call.ref),
  );
}

/**
 * Going back for good: every call and timer of the snapshot begins anew, under keys of its own, and all that came of
 * later steps ends. Side effects that steps before it asked for go on.
 */
export function turnoverOfRewind(work: InstanceWork, target: Return): Turnover {
  const isSideEffectBefore = ({ kind, revision }: OpenCall) =>
    kind === "action" && revision <= target.revision;
  const isOld = (timer: TimerRecord) => isRaise(timer) && timer.revision <= target.revision;
  return {
    starts: waitedFor(target).map((call) => startedCall(target, call, false)),
    ends: work.calls.filter((call) => !isSideEffectBefore(call)),
    keeps: work.calls.filter(isSideEffectBefore),
    sets: target.standing.timers,
    endsTimers: work.timers.filter((timer) => !isOld(timer)),
    keepsTimers: work.timers.filter(isOld),
  };
}

/**
 * Going back to try again: what has been open since then goes on, what is over is asked for once more under the same key, so
 * that a service which did its work can tell. Side effects are left alone.
 */
export function turnoverOfResume(work: InstanceWork, target: Return): Turnover {
  const { standing, revision } = target;
  const waited = waitedFor(target);
  const goesOn = (call: OpenCall) =>
    call.kind === "action" ||
    (call.status === "pending" &&
      call.revision <= revision &&
      waited.some(({ ref, src }) => ref === call.ref && src === call.src));
  const isWanted = (timer: TimerRecord) =>
    timer.revision <= revision &&
    (isRaise(timer) || standing.timers.some(({ ref }) => ref === timer.ref));
  const keeps = work.calls.filter(goesOn);
  const keepsTimers = work.timers.filter(isWanted);
  const isKept = (ref: string) => keeps.some((call) => call.kind === "invoke" && call.ref === ref);
  return {
    starts: waited.filter(({ ref }) => !isKept(ref)).map((call) => startedCall(target, call, true)),
    ends: work.calls.filter((call) => !goesOn(call)),
    keeps,
    sets: standing.timers.filter(({ ref }) => !keepsTimers.some((timer) => timer.ref === ref)),
    endsTimers: work.timers.filter((timer) => !isWanted(timer)),
    keepsTimers,
  };
}

/** A delayed raise belongs to no state. */
export function isRaise({ label }: { readonly label: string }): boolean {
  return label.startsWith("raise.");
}

function startedCall(target: Return, { ref, src }: StandingCall, keepsKey: boolean): StartedCall {
  const earlier = target.earlier.find((call) => call.ref === ref && call.src === src);
  const declared = target.standing.declared.find(({ id }) => id === ref);
  const { input = declared?.input ?? null, params, event = OPERATOR_EVENT } = earlier?.call ?? {};
  return {
    kind: "invoke",
    ref,
    src,
    input,
    ...(params === undefined ? {} : { params }),
    event,
    ...(earlier === undefined ? {} : { earlier }),
    keepsKey,
  };
}
