import { type Chart, chartGraph, reachabilityOf } from "@sagascope/core/charts";
import type { ActionReport } from "./actions/report-words.ts";
import { buildFacts, type ChartFacts } from "./build-facts.ts";
import type { Moment } from "./instance.ts";

/** What a drawing has to know to show what an action would do. */
export interface ActionPreview {
  /** The instance as it stands, or, on another version of its chart, as it would. */
  readonly facts: ChartFacts;
  /** What would be taken and where it would lead; absent where the facts already say it. */
  readonly plan:
    | { readonly transitions: ActionReport["transitions"]; readonly states: readonly string[] }
    | undefined;
}

/**
 * Draw a report: its path on the instance's own chart; after a migration the other version, with the instance where it
 * would stand. Undefined if there is nothing to draw, since nothing would move.
 */
export function buildPreview(
  moment: Moment,
  report: ActionReport,
  other: Chart | undefined,
): ActionPreview | undefined {
  const { after, transitions, outcome } = report;
  if (outcome === "refused" || outcome === "failed" || after === undefined) return undefined;
  const facts = buildFacts(moment, moment.instance.readAt);
  if (other === undefined) return { facts, plan: { transitions, states: after.states } };
  return {
    plan: undefined,
    facts: {
      ...facts,
      graph: chartGraph(other),
      activeStates: after.states,
      reachability: reachabilityOf(other, after.states),
      history: [],
      earlier: undefined,
      timers: [],
      effects: [],
      letters: [],
    },
  };
}
