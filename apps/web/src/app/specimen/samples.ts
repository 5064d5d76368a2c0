import { chartGraph, parseChart, reachabilityOf } from "@sagascope/core/charts";
import type { InstanceFacts, StepFact } from "@/features/chart-drawing/marks/instance-facts.ts";
import { marksOf } from "@/features/chart-drawing/marks/marks-of.ts";
import sagas from "../../../../../packages/core/golden/sagas.json" with { type: "json" };

const step = (from: string, event: string, to: string, entered?: string[]) => ({
  from,
  event,
  to,
  entered,
});

/** An instance of a chart that stands where the last of its steps led. */
export function sampleInstance(
  chartJson: unknown,
  steps: readonly { from: string; event: string; to: string; entered?: readonly string[] }[],
  more: Partial<InstanceFacts> & { readonly activeStates: readonly string[] },
) {
  const chart = parseChart(chartJson);
  const graph = chartGraph(chart);
  const started = Date.now() - 19_000;
  const history = steps.map(
    ({ from, event, to, entered }, revision): StepFact => ({
      revision,
      transitions: from === "" ? [] : [{ from, event, to: [to] }],
      entered: entered ?? [to],
      at: new Date(started + revision * 1700),
    }),
  );
  const facts: InstanceFacts = {
    graph,
    status: "active",
    reachability: reachabilityOf(chart, more.activeStates),
    history,
    ...more,
  };
  return { graph, marks: marksOf(facts) };
}

/** A saga of the golden files. */
export const sagaChart = (name: string) => sagas.find((saga) => saga.name === name)?.chart;

/** The order of the mockup. */
export function order42() {
  return sampleInstance(
    sagaChart("doc_fulfil_immediate"),
    [
      step("", "", "steps.reserve", ["steps", "steps.reserve"]),
      step("steps.reserve", "after.5000", "steps.reserveRetrying"),
      step("steps.reserveRetrying", "after.reserveRetryDelay", "steps.reserve"),
      step("steps.reserve", "done.invoke.reserve", "steps.charge"),
      step("steps.charge", "error.platform.charge", "compensating.reserve", [
        "compensating",
        "compensating.reserve",
      ]),
    ],
    {
      activeStates: ["compensating.reserve"],
      timers: [
        {
          state: "compensating.reserve",
          label: "after.30000",
          dueAt: new Date(Date.now() + 17_900),
          running: true,
        },
      ],
      effects: [
        { state: "steps.charge", src: "chargeCard", attempt: 1, error: "card_declined" },
        { state: "compensating.reserve", src: "releaseStock", attempt: 2, attemptsMax: 3 },
      ],
    },
  );
}
