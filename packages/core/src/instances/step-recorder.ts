import type { CompiledMachine } from "../charts/compile-chart.ts";
import type { GraphPublication } from "../charts/graph.ts";
import { type MarkedState, type Mark, markOf, type TakenTransition } from "../charts/markers.ts";
import type { JsonObject, JsonValue } from "../kernel/json.ts";
import { toJsonValue } from "../kernel/to-json-value.ts";
import { chartEventName, type EngineEvent, type MachineEvent } from "./machine-events.ts";
import type { PlannedEffect, PlannedTimer, Publication } from "./step-result.ts";

/** An action as XState hands it to the executor of an actor scope. */
export interface ExecutedAction {
  readonly type: string;
  readonly info: { readonly context: object; readonly event: { readonly type: string } };
  readonly params: unknown;
  readonly exec: unknown;
}

/** Turns what XState wants executed during one step into plans. Executes nothing. */
export interface StepRecorder {
  record(action: ExecutedAction): void;
  /** A microstep has ended with this context: publish what it announced. */
  endMicrostep(context: object): void;
  /** The machine came to its end with this many active states, whose exit actions ran last although they stay active. */
  finish(activeStates: number): void;
  readonly transitions: readonly TakenTransition[];
  readonly entered: readonly string[];
  readonly exited: readonly string[];
  readonly publications: readonly Publication[];
  effects(): PlannedEffect[];
  stoppedEffects(): string[];
  timers(): PlannedTimer[];
  stoppedTimers(): string[];
}

/** Type of the event XState starts a machine with. */
export const INIT_EVENT = "xstate.init";
/** Far beyond any real timer, and within what a date can hold: 100 years. */
const DELAY_MAX_MS = 100 * 365 * 24 * 60 * 60 * 1_000;

/** A recorder for one step of `machine` on `event`. */
export function createStepRecorder(machine: CompiledMachine, event: EngineEvent): StepRecorder {
  const effects: PlannedEffect[] = [];
  const stoppedEffects = new Set<string>();
  const timers = new Map<string, PlannedTimer>();
  const stoppedTimers = new Set<string>();
  const steps = recordMicrosteps(machine, event.type === INIT_EVENT);
  let actions = 0;

  function plan(action: ExecutedAction): void {
    const params = action.params;
    switch (action.type) {
      case "xstate.spawnChild":
        return void effects.push(planInvoke(machine, action));
      case "xstate.stopChild":
        return stopEffect(refOfActor(params));
      case "xstate.raise":
        return planRaise(params as RaiseParams);
      case "xstate.cancel":
        return stopTimer(String((params as { sendId: unknown }).sendId));
      default:
        effects.push(planAction(machine, action, actions));
        actions += 1;
    }
  }

  /** A service that was planned in this same step is simply not run. */
  function stopEffect(ref: string | undefined): void {
    if (ref === undefined) return;
    const planned = effects.findIndex((effect) => effect.kind === "invoke" && effect.ref === ref);
    if (planned >= 0) effects.splice(planned, 1);
    else if (ref !== event.actorId) stoppedEffects.add(ref);
  }

  function planRaise(params: RaiseParams): void {
    if (params.delay === undefined) {
      const timer = machine.internals.timers.get(params.event.type);
      if (timer !== undefined) throw new TypeError(`delay of '${timer.label}' must be a number`);
      return;
    }
    const timer = planTimer(machine, params);
    timers.delete(timer.ref);
    timers.set(timer.ref, timer);
  }

  function stopTimer(ref: string): void {
    if (!timers.delete(ref)) stoppedTimers.add(ref);
  }

  return {
    ...steps,
    record(action) {
      const mark = markOf(action.exec);
      if (mark === undefined) plan(action);
      else steps.mark(mark, action.info.context);
    },
    effects: () => effects,
    stoppedEffects: () => [...stoppedEffects],
    timers: () => [...timers.values()],
    stoppedTimers: () => [...stoppedTimers],
  };
}

interface Microstep {
  readonly taken: GraphPublication[];
  readonly entered: MarkedState[];
}

function recordMicrosteps(machine: CompiledMachine, isStart: boolean) {
  const transitions: TakenTransition[] = [];
  const entered: string[] = [];
  const exited: string[] = [];
  const publications: Publication[] = [];
  let current: Microstep = { taken: [], entered: [] };
  let isInitialOpen = isStart;

  function endMicrostep(context: object): void {
    const { taken, entered: states } = current;
    current = { taken: [], entered: [] };
    for (const publication of taken) publications.push(transitionPublication(publication, context));
    for (const state of states.sort(byId)) {
      publications.push(statePublication(machine, state, context));
    }
  }

  return {
    transitions,
    entered,
    exited,
    publications,
    endMicrostep,
    /** XState reports the end of each microstep but the initial one, which ends where the next one exits or moves. */
    mark(mark: Mark, context: object): void {
      if (isInitialOpen && mark.kind !== "entered") {
        isInitialOpen = false;
        endMicrostep(context);
      }
      if (mark.kind === "taken") {
        transitions.push(mark.transition);
        if (mark.publishes !== undefined) current.taken.push(mark.publishes);
        return;
      }
      const { path } = mark.state;
      if (mark.kind === "exited") {
        if (path !== "") exited.push(path);
        return;
      }
      if (path !== "") entered.push(path);
      if (mark.state.publishes !== undefined) current.entered.push(mark.state);
    },
    finish(activeStates: number): void {
      exited.length = Math.max(0, exited.length - activeStates);
    },
  };
}

function byId(one: MarkedState, other: MarkedState): number {
  return one.id < other.id ? -1 : 1;
}

function transitionPublication({ type, fields }: GraphPublication, context: object): Publication {
  if (fields === null) return { type, source: "transition" };
  const own = context as Record<string, unknown>;
  const data = fields.map((field) => [field, Object.hasOwn(own, field) ? own[field] : null]);
  return { type, data: toJsonValue(Object.fromEntries(data)), source: "transition" };
}

function statePublication(
  { internals }: CompiledMachine,
  { publishes, path }: MarkedState,
  context: object,
): Publication {
  const data = internals.redact(toJsonValue(context) as JsonObject);
  return { type: publishes ?? path, data, source: "state" };
}

interface RaiseParams {
  readonly event: { readonly type: string };
  readonly id: unknown;
  readonly delay: unknown;
}

function planTimer(machine: CompiledMachine, { event, id, delay }: RaiseParams): PlannedTimer {
  const declared = machine.internals.timers.get(event.type);
  const label = declared?.label ?? `raise.${event.type}`;
  if (typeof delay !== "number" || !(delay >= 0 && delay <= DELAY_MAX_MS)) {
    throw new TypeError(`delay of '${label}' must be 0 to ${DELAY_MAX_MS} ms, got ${delay}`);
  }
  if (typeof id !== "string") throw new TypeError(`a delayed raise of '${event.type}' needs an id`);
  if (Object.keys(event).length > 1) {
    throw new TypeError(`a delayed raise of '${event.type}' cannot carry data; keep it in context`);
  }
  return {
    ref: id,
    event: event.type,
    delayMs: Math.round(delay),
    label,
    state: declared?.state ?? "",
  };
}

function refOfActor(params: unknown): string | undefined {
  const actor = params as { readonly id?: unknown } | undefined;
  return typeof actor?.id === "string" ? actor.id : undefined;
}

interface SpawnParams {
  readonly id: unknown;
  readonly src: unknown;
  readonly input: unknown;
  readonly systemId: unknown;
}

function planInvoke(machine: CompiledMachine, action: ExecutedAction): PlannedEffect {
  const { id, src, input, systemId } = action.params as SpawnParams;
  if (typeof src !== "string" || !Object.hasOwn(machine.logic.services ?? {}, src)) {
    throw new TypeError(`spawnChild() needs the name of a service, got ${String(src)}`);
  }
  if (typeof id !== "string" || systemId !== undefined) {
    throw new TypeError(`spawnChild('${src}') needs an id as text, and no systemId`);
  }
  return {
    kind: "invoke",
    ref: id,
    src,
    input: toJsonValue(input ?? null),
    event: leadingEvent(machine, action),
  };
}

function planAction(machine: CompiledMachine, action: ExecutedAction, nth: number): PlannedEffect {
  const { type, params } = action;
  if (!Object.hasOwn(machine.logic.actions ?? {}, type)) {
    throw new TypeError(`action '${type}' is not in logic.actions, so it could not be run later`);
  }
  return {
    kind: "action",
    ref: `${type}#${nth}`,
    src: type,
    input: null,
    ...(params === undefined ? {} : { params: toJsonValue(params) }),
    event: leadingEvent(machine, action),
  };
}

function leadingEvent(machine: CompiledMachine, { info }: ExecutedAction): MachineEvent {
  const event = info.event as EngineEvent & { readonly input?: JsonValue };
  const type = chartEventName(event.type, (name) => machine.internals.timers.get(name)?.label);
  const payload = event.payload ?? event.output ?? event.error ?? event.input;
  return payload === undefined ? { type } : { type, payload: toJsonValue(payload) };
}
