import { isReservedEventName } from "../envelope/event-names.ts";
import type { JsonValue } from "../kernel/json.ts";
import { ReservedEventError } from "./errors.ts";

/** An event as a chart takes it. */
export interface MachineEvent {
  readonly type: string;
  readonly payload?: JsonValue;
}

/** An error as JSON can keep it; an `Error` itself would be stored as `{}`. */
export interface ErrorFacts {
  readonly name: string;
  readonly message: string;
}

/** An event that only the engine makes: the end of a service, or a timer. Has the exact shape XState expects. */
export interface EngineEvent extends MachineEvent {
  readonly actorId?: string;
  readonly output?: JsonValue;
  readonly error?: ErrorFacts;
}

/** The service behind the invoke `ref` has returned. */
export function serviceDone(ref: string, output: JsonValue | undefined): EngineEvent {
  return { type: `xstate.done.actor.${ref}`, output: output ?? null, actorId: ref };
}

/** The service behind the invoke `ref` has failed for good. */
export function serviceFailed(ref: string, error: ErrorFacts): EngineEvent {
  const { name, message } = error;
  return { type: `xstate.error.actor.${ref}`, error: { name, message }, actorId: ref };
}

/** A planned timer is due. */
export function timerFired(timer: { readonly event: string }): EngineEvent {
  return { type: timer.event };
}

/**
 * Refuse an event from outside under a name of the engine: it could finish another's service call or fire a timer.
 * To be asked after any mapping from type to event.
 *
 * @throws {ReservedEventError} if the name is reserved
 */
export function assertOutsideEvent(name: string): void {
  if (isReservedEventName(name)) throw new ReservedEventError(name);
}

const CHART_NAMES: readonly (readonly [prefix: string, name: string])[] = [
  ["xstate.done.actor.", "done.invoke."],
  ["xstate.error.actor.", "error.platform."],
  ["xstate.done.state.", "done.state."],
];

/** The chart's own name for an event type of XState; `timers` are the chart's, by event type. */
export function chartEventName(
  type: string,
  timers: ReadonlyMap<string, { readonly label: string }>,
): string {
  for (const [prefix, name] of CHART_NAMES) {
    if (type.startsWith(prefix)) return name + type.slice(prefix.length);
  }
  return timers.get(type)?.label ?? type;
}
