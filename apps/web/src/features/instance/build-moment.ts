import { type Chart, type ChartGraph, reachabilityOf } from "@sagascope/core/charts";
import type { Instance, Moment, Step } from "./instance.ts";

/**
 * Put together what is looked at: the instance as it is, or, with `revision`, as it was right after that step. A revision
 * that is not among the steps is passed over, so that an old link shows the present.
 */
export function buildMoment(
  instance: Instance,
  source: { readonly chart: Chart; readonly graph: ChartGraph },
  steps: readonly Step[],
  revision: number | undefined,
): Moment {
  const newest = steps.at(-1);
  const chosen = steps.find((step) => step.revision === revision);
  const isLive = chosen === undefined || chosen.revision === newest?.revision;
  const step = isLive ? newest : chosen;
  const states = isLive ? instance.states : (step?.states ?? instance.states);
  return {
    instance,
    ...source,
    steps,
    step,
    isLive,
    states,
    reachability: reachabilityOf(source.chart, states),
  };
}
