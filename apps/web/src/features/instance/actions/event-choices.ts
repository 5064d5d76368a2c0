import { consumedEventsOf } from "@sagascope/core/charts";
import type { Moment } from "../instance.ts";

/** The events that may be sent: those that something takes now, and those that the chart knows elsewhere. */
export interface EventChoices {
  readonly now: readonly string[];
  readonly elsewhere: readonly string[];
  /** The chart takes events by a wildcard: others can be named too. */
  readonly any: boolean;
}

/** Read them from the chart; guards are taken to be able to go either way. */
export function eventChoices({ chart, graph, reachability }: Moment): EventChoices {
  const known = consumedEventsOf(chart);
  const next = new Set(
    reachability.possibleNext.flatMap(({ kind, event }) => (kind === "event" ? [event] : [])),
  );
  return {
    now: known.filter((event) => next.has(event)),
    elsewhere: known.filter((event) => !next.has(event)),
    any: graph.transitions.some(
      ({ kind, event }) => kind === "event" && (event === "*" || event.endsWith(".*")),
    ),
  };
}
