import { buildStepCommit } from "../dispatcher/build-step-commit.ts";
import type { MachineRuntime } from "../dispatcher/machine-runtime.ts";
import type { EarlierCall, LetterRecord, OpenCall, TimerRecord } from "../engine/records.ts";
import type { InstancePhase, Settlement, StepCommit } from "../engine/step-commit.ts";
import { diffContext } from "../instances/context-diff.ts";
import type { StandingWork } from "../instances/standing-work.ts";
import type { PlannedEffect, PlannedTimer, StepResult } from "../instances/step-result.ts";
import type { JsonObject, JsonValue } from "../kernel/json.ts";
import { cutCalls } from "./cut-calls.ts";
import type { InstanceReport } from "./instance-report.ts";
import { causeOf, donePlan, type InstancePlan, type Situation } from "./situation.ts";

/** A call to be made in the new revision. */
export interface StartedCall extends PlannedEffect {
  /** The earlier call that it takes the place of: it is led to by the same envelope. */
  readonly earlier?: EarlierCall;
  /** Ask the service for the same once more, so that it can tell; otherwise it is asked anew. */
  readonly keepsKey: boolean;
}

/** Which of the calls and timers that are open end, go on, or begin. */
export interface Turnover {
  readonly starts: readonly StartedCall[];
  readonly ends: readonly OpenCall[];
  readonly keeps: readonly OpenCall[];
  readonly sets: readonly PlannedTimer[];
  readonly endsTimers: readonly TimerRecord[];
  readonly keepsTimers: readonly TimerRecord[];
}

/** A snapshot that an instance is put into, in place of a step. */
export interface Restoration {
  readonly runtime: MachineRuntime;
  readonly snapshot: JsonValue;
  readonly standing: StandingWork;
  /** What the timeline calls it. */
  readonly event: string;
  /** Where it is known; otherwise it follows from the states. */
  readonly phase?: InstancePhase;
  readonly turnover: Turnover;
  /** Letters that this deals with, besides those of calls that end. */
  readonly letters: readonly LetterRecord[];
  /** How all of them are resolved. */
  readonly resolution: string;
}

/**
 * Put an instance into a snapshot as a new revision: history is never rewritten. Nothing is announced and no action runs,
 * since no state is entered.
 */
export function planRestoration(
  situation: Situation,
  base: InstanceReport,
  restoration: Restoration,
  detail: JsonObject,
): InstancePlan {
  const { env, command, instance, work } = situation;
  const { runtime, standing, turnover, letters, resolution } = restoration;
  const cut = cutCalls(turnover.ends, work.letters, resolution);
  const settlements: readonly Settlement[] = [
    ...cut.settlements,
    ...letters.map(({ id }) => ({ kind: "letter-resolved" as const, letterId: id, resolution })),
  ];
  const commit = commitOf(situation, restoration, settlements);
  const show = (value: JsonValue) => env.capture.redact(value, instance.machineId).value;
  const contextBefore = ((instance.snapshot as JsonObject).context ?? {}) as JsonValue;
  const report: InstanceReport = {
    ...base,
    outcome: "processed",
    machineVersion: runtime.version,
    after: { states: standing.states, status: standing.status },
    effects: commit.effects.map(({ kind, src, ref, idempotencyKey }) => ({
      kind,
      src,
      ref,
      idempotencyKey,
    })),
    timers: turnover.sets.map(({ label, delayMs }) => ({ label, delayMs })),
    contextChanges: diffContext(show(contextBefore), show(standing.context)),
    ended: {
      calls: turnover.ends.map(({ src, ref }) => ({ src, ref })),
      timers: turnover.endsTimers.map(({ label }) => ({ label })),
    },
    kept: {
      calls: turnover.keeps.map(({ src, ref }) => ({ src, ref })),
      timers: turnover.keepsTimers.map(({ label }) => ({ label })),
    },
    resolves: [...new Set([...cut.letters, ...letters.map(({ id }) => id)])],
  };
  return donePlan(command, report, commit, detail);
}

function commitOf(
  situation: Situation,
  restoration: Restoration,
  settlements: readonly Settlement[],
): StepCommit {
  const { env, instance } = situation;
  const { runtime, event, phase, turnover } = restoration;
  const cause = causeOf(situation, event);
  const step = stepOf(restoration);
  const { subject } = instance;
  const commit = buildStepCommit(env, runtime, subject, instance, step, cause, settlements);
  const known = phase === undefined ? {} : { phase };
  const starts = new Map(turnover.starts.map((call) => [call.ref, call]));
  return {
    ...commit,
    ...(commit.instance === undefined ? {} : { instance: { ...commit.instance, ...known } }),
    ...(commit.history === undefined ? {} : { history: { ...commit.history, ...known } }),
    effects: commit.effects.map((effect) => ({ ...effect, ...heritage(starts.get(effect.ref)) })),
  };
}

/** What a call takes over from the one in whose place it is made. */
function heritage(call: StartedCall | undefined): Partial<StepCommit["effects"][number]> {
  if (call?.earlier === undefined) return {};
  const { idempotencyKey, causeEventId, causeDepth } = call.earlier;
  return { causeEventId, causeDepth, ...(call.keepsKey ? { idempotencyKey } : {}) };
}

/** The restoration as if it were a step that entered nothing. */
function stepOf({ snapshot, standing, turnover }: Restoration): StepResult {
  const { status, states, tags, context } = standing;
  return {
    snapshot,
    status,
    states,
    tags,
    context,
    transitions: [],
    entered: [],
    exited: [],
    effects: turnover.starts.map(({ earlier: _earlier, keepsKey: _keepsKey, ...effect }) => effect),
    stoppedEffects: [],
    timers: turnover.sets,
    stoppedTimers: turnover.endsTimers.map(({ ref }) => ref),
    publications: [],
  };
}
