import { type ChartGraph, chartGraph, parseChart } from "@sagascope/core/charts";
import type { PrismaClient } from "@sagascope/database";

/** A chart version never changes, so what was flattened once stays right; small, one entry a version. */
const known = new Map<number, ChartGraph>();

/** Chart versions by id, flattened. An id that does not exist is not in the answer. */
export async function getChartGraphs(
  prisma: PrismaClient,
  chartIds: Iterable<number>,
): Promise<ReadonlyMap<number, ChartGraph>> {
  const wanted = [...new Set(chartIds)];
  const missing = wanted.filter((id) => !known.has(id));
  if (missing.length > 0) {
    const rows = await prisma.machineVersion.findMany({
      where: { id: { in: missing } },
      select: { id: true, chart: true },
    });
    for (const { id, chart } of rows) known.set(id, chartGraph(parseChart(chart)));
  }
  return new Map(
    wanted.flatMap((id) => {
      const graph = known.get(id);
      return graph ? [[id, graph] as const] : [];
    }),
  );
}
