import type { Chart } from "./chart.ts";
import { graphTransitionsOf, transitionEventType } from "./graph.ts";
import { PUBLISH_TAG } from "./publish-declaration.ts";
import { type IndexedState, indexStates } from "./state-index.ts";

/** One envelope that a chart declares it may publish. */
export interface PublicationSpec {
  readonly type: string;
  readonly source: "transition" | "state";
  /** Machine id and state path: `order.open`. */
  readonly from: string;
  /** The chart's own event name; null for a state's entry. */
  readonly event: string | null;
  /** Context fields copied into the data; null when there is none, or when all of it goes. */
  readonly fields: readonly string[] | null;
}

/** Everything a chart declares it publishes, in document order; one declaration a line, repeats of a type included. */
export function publicationsOf(chart: Chart): PublicationSpec[] {
  const index = indexStates(chart);
  return index.all.flatMap((state) => [
    ...graphTransitionsOf(chart, index, state).flatMap(({ publishes, event }) =>
      publishes === undefined
        ? []
        : { ...publishes, source: "transition" as const, from: fullPath(chart, state), event },
    ),
    ...statePublication(chart, state),
  ]);
}

function statePublication(chart: Chart, state: IndexedState): PublicationSpec[] {
  if (state.state.tags?.includes(PUBLISH_TAG) !== true) return [];
  return [
    {
      type: transitionEventType(chart.id, state.path),
      source: "state",
      from: fullPath(chart, state),
      event: null,
      fields: null,
    },
  ];
}

function fullPath(chart: Chart, { keys }: IndexedState): string {
  return [chart.id, ...keys].join(".");
}
