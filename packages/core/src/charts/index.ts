/** The browser-safe part of charts: reading, drawing and predicting. Compiling and stepping are not in here. */
export type {
  Chart,
  ChartAction,
  ChartGuard,
  ChartInitial,
  ChartInvoke,
  ChartState,
  ChartTransition,
} from "./chart.ts";
export { consumedEventsOf } from "./consumed-events.ts";
export { DEAD_LETTER_TAG } from "./dead-letter-tag.ts";
export { type ChartProblem, InvalidChartError } from "./errors.ts";
export {
  type ChartGraph,
  chartGraph,
  type GraphInvoke,
  type GraphPublication,
  type GraphState,
  type GraphTransition,
} from "./graph.ts";
export { parseChart } from "./parse-chart.ts";
export { type PublicationSpec, publicationsOf } from "./publications.ts";
export { PUBLISH_TAG } from "./publish-declaration.ts";
export {
  type FailureRisk,
  type NextTransition,
  type Reachability,
  reachabilityOf,
} from "./reachability.ts";
export type { StateKind } from "./state-index.ts";
export type { TransitionKind } from "./state-transitions.ts";
