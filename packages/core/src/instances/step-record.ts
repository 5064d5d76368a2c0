import type { CompiledMachine } from "../charts/compile-chart.ts";
import type { GraphPublication } from "../charts/graph.ts";
import { type Mark, type MarkedState, markOf, type TakenTransition } from "../charts/markers.ts";
import type { JsonObject } from "../kernel/json.ts";
import { toJsonValue } from "../kernel/to-json-value.ts";
import type { EngineEvent } from "./machine-events.ts";
import {
  type ExecutedAction,
  planAction,
  planInvoke,
  planTimer,
  type RaiseParams,
} from "./plan-actions.ts";
import type { PlannedEffect, PlannedTimer, Publication } from "./step-result.ts";

/** What one step has come to so far. Filled while XState runs; nothing in it is executed. */
export interface StepRecord {
  readonly machine: CompiledMachine;
  readonly event: EngineEvent;
  readonly transitions: TakenTransition[];
  readonly entered: string[];
  readonly exited: string[];
  readonly publications: Publication[];
  readonly effects: PlannedEffect[];
  readonly stoppedEffects: Set<string>;
  readonly timers: Map<string, PlannedTimer>;
  readonly stoppedTimers: Set<string>;
  actionCount: number;
  /** XState reports the end of each microstep but the initial one. */
  isInitialOpen: boolean;
  readonly announcedTransitions: GraphPublication[];
  readonly announcedStates: MarkedState[];
}

/** Type of the event XState starts a machine with. */
export const INIT_EVENT = "xstate.init";

/** An empty record for one step of `machine` on `event`. */
export function createStepRecord(machine: CompiledMachine, event: EngineEvent): StepRecord {
  return {
    machine,
    event,
    transitions: [],
    entered: [],
    exited: [],
    publications: [],
    effects: [],
    stoppedEffects: new Set(),
    timers: new Map(),
    stoppedTimers: new Set(),
    actionCount: 0,
    isInitialOpen: event.type === INIT_EVENT,
    announcedTransitions: [],
    announcedStates: [],
  };
}

/**
 * Take down one action that XState wants executed.
 *
 * @throws {TypeError} if it has no durable meaning: `sendTo`, an inline function, a delayed raise without id …
 */
export function recordAction(record: StepRecord, action: ExecutedAction): void {
  const mark = markOf(action.exec);
  if (mark === undefined) recordWork(record, action);
  else recordMark(record, mark, action.info.context);
}

function recordWork(record: StepRecord, action: ExecutedAction): void {
  switch (action.type) {
    case "xstate.spawnChild":
      record.effects.push(planInvoke(record.machine, action));
      return;
    case "xstate.stopChild":
      stopEffect(record, action.params);
      return;
    case "xstate.raise":
      recordRaise(record, action.params as RaiseParams);
      return;
    case "xstate.cancel":
      stopTimer(record, String((action.params as { sendId: unknown }).sendId));
      return;
    default:
      record.effects.push(planAction(record.machine, action, record.actionCount));
      record.actionCount += 1;
  }
}

function recordMark(record: StepRecord, mark: Mark, context: object): void {
  if (record.isInitialOpen && mark.kind !== "entered") {
    record.isInitialOpen = false;
    endMicrostep(record, context);
  }
  if (mark.kind === "taken") {
    record.transitions.push(mark.transition);
    if (mark.publishes !== undefined) record.announcedTransitions.push(mark.publishes);
    return;
  }
  const { path, publishes } = mark.state;
  if (path !== "") (mark.kind === "entered" ? record.entered : record.exited).push(path);
  if (mark.kind === "entered" && publishes !== undefined) record.announcedStates.push(mark.state);
}

/** A service that was planned in this same step is simply not run; one that has just ended needs no stop. */
function stopEffect(record: StepRecord, params: unknown): void {
  const ref = (params as { readonly id?: string } | undefined)?.id;
  if (ref === undefined) return;
  const planned = record.effects.findIndex(
    (effect) => effect.kind === "invoke" && effect.ref === ref,
  );
  if (planned >= 0) record.effects.splice(planned, 1);
  else if (ref !== record.event.actorId) record.stoppedEffects.add(ref);
}

/** XState consumes undelayed raises inside the macrostep, and treats a delay that is no number as none. */
function recordRaise(record: StepRecord, params: RaiseParams): void {
  const declared = record.machine.internals.timers.get(params.event.type);
  if (params.delay !== undefined || declared !== undefined) {
    const timer = planTimer(params, declared);
    record.timers.delete(timer.ref);
    record.timers.set(timer.ref, timer);
  }
}

function stopTimer(record: StepRecord, ref: string): void {
  if (!record.timers.delete(ref)) record.stoppedTimers.add(ref);
}

/** A microstep has ended with this context: announce its transitions, then the states it entered, sorted by id. */
export function endMicrostep(record: StepRecord, context: object): void {
  for (const announced of record.announcedTransitions.splice(0)) {
    record.publications.push(transitionPublication(announced, context));
  }
  if (record.announcedStates.length === 0) return;
  const states = record.announcedStates
    .splice(0)
    .sort((one, other) => (one.id < other.id ? -1 : 1));
  for (const state of states) record.publications.push(statePublication(record, state, context));
}

/** A machine that ends runs the exit actions of its states last, although they stay active: take those back. */
export function forgetFinalExits(record: StepRecord, activeStates: number): void {
  record.exited.length = Math.max(0, record.exited.length - activeStates);
}

function transitionPublication({ type, fields }: GraphPublication, context: object): Publication {
  if (fields === null) return { type, source: "transition" };
  const own = context as Record<string, unknown>;
  const data = fields.map((field) => [field, Object.hasOwn(own, field) ? own[field] : null]);
  return { type, data: toJsonValue(Object.fromEntries(data)), source: "transition" };
}

function statePublication(
  { machine }: StepRecord,
  { publishes, path }: MarkedState,
  context: object,
): Publication {
  const data = machine.internals.redact(toJsonValue(context) as JsonObject);
  return { type: publishes ?? path, data, source: "state" };
}
