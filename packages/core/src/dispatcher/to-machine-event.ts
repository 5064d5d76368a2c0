import type { Envelope } from "../envelope/envelope.ts";
import { isReservedEventName } from "../envelope/event-names.ts";
import { toEvent } from "../envelope/to-event.ts";
import type { MachineEvent } from "../instances/machine-events.ts";
import { type MachineRuntime, takesEvent } from "./machine-runtime.ts";

/** What an envelope says to a machine, or why it says nothing. */
export type ToMachineEvent =
  | { readonly kind: "event"; readonly event: MachineEvent }
  | { readonly kind: "corrupt" | "unknown_event"; readonly error: unknown };

/**
 * Map an envelope to the chart's event. Names of the engine's own events are refused here, after the mapping, so that
 * neither a type nor a route can forge the end of a service call.
 *
 * @param routed - the event the route names; undefined means the type's default name
 */
export function toMachineEvent(
  envelope: Envelope,
  routed: string | undefined,
  machine: MachineRuntime,
): ToMachineEvent {
  let event: MachineEvent;
  try {
    event = toEvent(envelope, routed);
  } catch (error) {
    return { kind: "corrupt", error };
  }
  if (isReservedEventName(event.type)) {
    return {
      kind: "corrupt",
      error: new Error(`event '${event.type}' is reserved for the engine`),
    };
  }
  if (!takesEvent(machine, event.type)) {
    return {
      kind: "unknown_event",
      error: new Error(`machine '${machine.machineId}' has no transition on '${event.type}'`),
    };
  }
  return { kind: "event", event };
}
