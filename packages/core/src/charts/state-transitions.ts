import type { ChartTransition } from "./chart.ts";
import { joinPath } from "./chart-problems.ts";
import type { IndexedState } from "./state-index.ts";

/** What makes a transition be considered. */
export type TransitionKind = "event" | "always" | "stateDone" | "after" | "done" | "error";

/** The candidate transitions of one trigger in one state. */
export interface TransitionGroup {
  readonly kind: TransitionKind;
  /** The chart's own name: `START`, `after.5000`, `done.invoke.x`, `error.platform.x`, `done.state.x`, `` for always. */
  readonly event: string;
  /** The event type XState selects them by; empty for always. */
  readonly xstateType: string;
  /** Place in the chart's JSON, for messages. */
  readonly place: string;
  readonly transitions: readonly ChartTransition[];
}

/**
 * Every transition that starts in one state, grouped by trigger, in the order in which publications are listed:
 * events, always, done of the state, delays, services.
 */
export function transitionGroupsOf(indexed: IndexedState): TransitionGroup[] {
  const { state, id, place } = indexed;
  const at = (key: string) => joinPath(place, key);
  const groups: TransitionGroup[] = [];
  const add = (
    kind: TransitionKind,
    event: string,
    xstateType: string,
    where: string,
    transitions: readonly ChartTransition[] | undefined,
  ) => {
    if (transitions !== undefined) {
      groups.push({ kind, event, xstateType, place: where, transitions });
    }
  };
  for (const [event, transitions] of Object.entries(state.on ?? {})) {
    add("event", event, event, joinPath(at("on"), event), transitions);
  }
  add("always", "", "", at("always"), state.always);
  add("stateDone", `done.state.${id}`, `xstate.done.state.${id}`, at("onDone"), state.onDone);
  for (const [delay, transitions] of Object.entries(state.after ?? {})) {
    const where = joinPath(at("after"), delay);
    add("after", `after.${delay}`, `xstate.after.${delay}.${id}`, where, transitions);
  }
  for (const [index, invoke] of (state.invoke ?? []).entries()) {
    const where = `${at("invoke")}[${index}]`;
    const { id: ref } = invoke;
    add("done", `done.invoke.${ref}`, `xstate.done.actor.${ref}`, `${where}.onDone`, invoke.onDone);
    add(
      "error",
      `error.platform.${ref}`,
      `xstate.error.actor.${ref}`,
      `${where}.onError`,
      invoke.onError,
    );
  }
  return groups;
}
