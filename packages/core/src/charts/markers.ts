import type { GraphPublication, GraphTransition } from "./graph.ts";

/** A transition that a step took, in the chart's own words. */
export interface TakenTransition {
  /** Id of the transition in `chartGraph`. */
  readonly id: string;
  /** `START`, `after.5000`, `done.invoke.x`, `error.platform.x`, `done.state.m.x`, `` for always. */
  readonly event: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly guard?: string;
  readonly actions: readonly string[];
}

/** What a marker reports when XState comes past it. */
export type Mark =
  | { readonly kind: "entered"; readonly state: MarkedState }
  | { readonly kind: "exited"; readonly state: MarkedState }
  | {
      readonly kind: "taken";
      readonly transition: TakenTransition;
      readonly publishes: GraphPublication | undefined;
    };

/** The part of a state that a step reports about it. */
export interface MarkedState {
  readonly path: string;
  readonly id: string;
  /** Type of the envelope announced on entry; undefined when the state is not tagged for it. */
  readonly publishes: string | undefined;
}

const MARK = Symbol("sagascope.mark");

type Marker = (() => void) & { readonly [MARK]?: Mark };

/**
 * An inline action that does nothing but show that XState came past: written first into each entry, exit and
 * transition. Inspection events list the transitions that were enabled, pre-empted ones included; the markers run
 * only for those taken, and in the exact order.
 */
export function createMarker(mark: Mark): () => void {
  return Object.assign(() => undefined, { [MARK]: Object.freeze(mark) });
}

/** The mark of an action that XState is about to execute, if it is one of ours. */
export function markOf(exec: unknown): Mark | undefined {
  return typeof exec === "function" ? (exec as Marker)[MARK] : undefined;
}

/** The report about one transition, built once at compile time and shared by every step that takes it. */
export function takenTransition(graph: GraphTransition): TakenTransition {
  const { id, event, from, to, guard, actions } = graph;
  return Object.freeze({ id, event, from, to, ...(guard === undefined ? {} : { guard }), actions });
}
