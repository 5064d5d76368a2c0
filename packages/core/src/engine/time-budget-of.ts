import { chartGraph } from "../charts/graph.ts";
import { parseChart } from "../charts/parse-chart.ts";
import { timeBudgetMs } from "../charts/time-budget.ts";
import type { MachineDefinition } from "../projects/project.ts";
import { effectPolicyOf, longestCallMs } from "./effect-policy.ts";

/**
 * The longest an instance of a machine takes by its chart's timers, its logic's retries and its project's word on services; nothing if
 * there is no such bound.
 *
 * @throws {InvalidChartError} if the chart is malformed
 */
export function timeBudgetOf({ chart, logic, services }: MachineDefinition): number | undefined {
  const graph = chartGraph(parseChart(chart));
  const answered = new Set(
    graph.transitions.filter(({ kind }) => kind === "error").map(({ event }) => event),
  );
  return timeBudgetMs(graph, {
    waits: logic.waits ?? {},
    callMs: ({ id, src }) =>
      longestCallMs(
        effectPolicyOf(
          {
            declared: services?.[src],
            retry: logic.retries?.[src],
            timeoutMs: logic.timeouts?.[src],
          },
          answered.has(`error.platform.${id}`),
        ),
      ),
  });
}
