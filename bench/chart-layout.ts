/** How long the console takes to lay out charts of many shapes and sizes. `npx tsx bench/chart-layout.ts` */
import { layoutChart } from "../apps/web/src/features/chart-drawing/layout/layout-chart.ts";
import { largeCharts } from "../apps/web/src/features/chart-drawing/layout/testing/large-charts.ts";
import { chartGraph } from "../packages/core/src/charts/graph.ts";
import { parseChart } from "../packages/core/src/charts/parse-chart.ts";

const SIZES = [20, 50, 100, 200, 500];
const ROUNDS = 5;

/** The first layout, as a page that is opened sees it, and the median of some more. */
async function measure(name: string, states: number, chart: object): Promise<void> {
  const graph = chartGraph(parseChart(chart));
  const times: number[] = [];
  let size = "";
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedAt = performance.now();
    const { by, width, height, edges } = await layoutChart(graph);
    times.push(performance.now() - startedAt);
    size = `${edges.length} arrows, ${Math.round(width)} × ${Math.round(height)} px, by ${by}`;
  }
  const [first = 0] = times;
  const median = times.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
  console.log(
    `${name} of ${states}: ${first.toFixed(0)} ms, then ${median.toFixed(0)} ms; ${size}`,
  );
}

for (const states of SIZES) {
  for (const [name, chart] of Object.entries(largeCharts(states))) {
    await measure(name, states, chart);
  }
}
