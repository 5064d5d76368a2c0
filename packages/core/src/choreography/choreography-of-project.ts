import { parseChart } from "../charts/parse-chart.ts";
import { outboundTopicOf, type Project } from "../projects/define-project.ts";
import { type Choreography, choreographyOf } from "./choreography.ts";

/**
 * The choreography of a project as its definition stands.
 *
 * @throws {InvalidChartError} if a chart is malformed
 */
export function choreographyOfProject({ machines, routes, observers }: Project): Choreography {
  return choreographyOf({
    machines: machines.map((machine) => ({
      chart: parseChart(machine.chart),
      topic: outboundTopicOf(machine),
    })),
    routes,
    observers,
  });
}
