import type { CompiledMachine, TimerDeclaration } from "../charts/compile-chart.ts";
import type { JsonValue } from "../kernel/json.ts";
import { toJsonValue } from "../kernel/to-json-value.ts";
import { chartEventName, type EngineEvent, type MachineEvent } from "./machine-events.ts";
import type { PlannedEffect, PlannedTimer } from "./step-result.ts";

/** An action as XState hands it to the executor of an actor scope. */
export interface ExecutedAction {
  readonly type: string;
  readonly info: { readonly context: object; readonly event: { readonly type: string } };
  readonly params: unknown;
  readonly exec: unknown;
}

/** Parameters of `xstate.raise`, which is also how XState sets the timers of `after`. */
export interface RaiseParams {
  readonly event: { readonly type: string };
  readonly id: unknown;
  readonly delay: unknown;
}

interface SpawnParams {
  readonly id: unknown;
  readonly src: unknown;
  readonly input: unknown;
  readonly systemId: unknown;
}

/** Far beyond any real timer, and within what a date can hold: 100 years. */
const DELAY_MAX_MS = 100 * 365 * 24 * 60 * 60 * 1_000;

/** The service call behind an `invoke`, or behind a `spawnChild` that names a service. */
export function planInvoke(machine: CompiledMachine, action: ExecutedAction): PlannedEffect {
  const { id, src, input, systemId } = action.params as SpawnParams;
  if (typeof src !== "string" || !Object.hasOwn(machine.logic.services ?? {}, src)) {
    throw new TypeError(`spawnChild() needs the name of a service, got ${typeof src}`);
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

/** A side effect to be run later, which only a name in `logic.actions` makes possible. */
export function planAction(
  machine: CompiledMachine,
  action: ExecutedAction,
  nth: number,
): PlannedEffect {
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

/** The timer behind a delayed raise; `declared` is the `after` it belongs to, if any. */
export function planTimer(
  { event, id, delay }: RaiseParams,
  declared: TimerDeclaration | undefined,
): PlannedTimer {
  const label = declared?.label ?? `raise.${event.type}`;
  if (typeof delay !== "number" || !(delay >= 0 && delay <= DELAY_MAX_MS)) {
    throw new TypeError(`delay of '${label}' must be 0 to ${DELAY_MAX_MS} ms, got ${delay}`);
  }
  if (typeof id !== "string") throw new TypeError(`a delayed raise of '${event.type}' needs an id`);
  if (Object.keys(event).length > 1) {
    throw new TypeError(`a delayed raise of '${event.type}' cannot carry data; keep it in context`);
  }
  const state = declared?.state ?? "";
  return { ref: id, event: event.type, delayMs: Math.round(delay), label, state };
}

function leadingEvent(machine: CompiledMachine, { info }: ExecutedAction): MachineEvent {
  const event = info.event as EngineEvent & { readonly input?: JsonValue };
  const type = chartEventName(event.type, machine.internals.timers);
  const payload = event.payload ?? event.output ?? event.error ?? event.input;
  return payload === undefined ? { type } : { type, payload: toJsonValue(payload) };
}
