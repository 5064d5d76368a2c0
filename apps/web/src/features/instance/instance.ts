import type { Chart, ChartGraph, Reachability } from "@sagascope/core/charts";
import type { RouterOutputs } from "@/trpc/react.tsx";
import type { Steps } from "@/trpc/story/use-steps.ts";
import type { DrawnChart } from "@/trpc/use-charts.ts";

export type { DrawnChart };

/** An instance as it is now. */
export type Instance = RouterOutputs["instances"]["get"];
/** One committed step. */
export type Step = RouterOutputs["instances"]["history"]["steps"][number];
/** A service call or side-effect action. */
export type Call = Instance["calls"][number];

/** An instance at the step that is looked at. */
export interface Moment {
  readonly instance: Instance;
  /** The chart version that it stood on then. */
  readonly drawn: DrawnChart;
  readonly chart: Chart;
  readonly graph: ChartGraph;
  /** The steps that have been read, oldest first. */
  readonly steps: readonly Step[];
  /** Steps before those, counted. */
  readonly earlier: Steps["earlier"];
  /** The step that is looked at; absent for an instance without any recorded step. */
  readonly step: Step | undefined;
  /** Whether that is the newest one, which moves on as the instance does. */
  readonly isLive: boolean;
  readonly states: readonly string[];
  readonly reachability: Reachability;
}

/** The state that a call belongs to. */
export function stateOfCall(graph: ChartGraph, call: Pick<Call, "ref">): string | undefined {
  return graph.states.find(({ invokes }) => invokes.some(({ id }) => id === call.ref))?.path;
}

/** What a call is doing. */
export type CallState = "running" | "waiting" | "done" | "failed" | "cancelled" | "dead";

/** What a call is doing: a pending one runs while somebody holds its lease, else it waits for its next try. */
export function callStateOf(call: Call, now: Date): CallState {
  if (call.status !== "pending") return call.status as CallState;
  return call.leasedUntil !== null && call.leasedUntil > now ? "running" : "waiting";
}

/** What the last try of a call threw. */
export function lastErrorOf(call: Call): string | undefined {
  const error = call.errors.at(-1);
  return error && (error.message || error.name);
}
