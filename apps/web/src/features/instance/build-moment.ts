import { reachabilityOf } from "@sagascope/core/charts";
import type { Steps } from "@/trpc/story/use-steps.ts";
import type { DrawnChart, Instance, Moment } from "./instance.ts";

/**
 * Put together what is looked at: the instance as it is, or, with `revision`, as it was right after that step. A revision
 * that is not among the steps is passed over, so that an old link shows the present. `drawn` is the chart of `chartIdAt`.
 */
export function buildMoment(
  instance: Instance,
  drawn: DrawnChart,
  story: Pick<Steps, "steps" | "earlier">,
  revision: number | undefined,
): Moment {
  const { steps, earlier } = story;
  const newest = steps.at(-1);
  const chosen = steps.find((step) => step.revision === revision);
  const isLive = chosen === undefined || chosen.revision === newest?.revision;
  const step = isLive ? newest : chosen;
  const states = isLive ? instance.states : (step?.states ?? instance.states);
  return {
    instance,
    drawn,
    chart: drawn.chart,
    graph: drawn.graph,
    steps,
    earlier,
    step,
    isLive,
    states,
    reachability: reachabilityOf(drawn.chart, states),
  };
}
