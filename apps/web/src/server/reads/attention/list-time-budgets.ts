import { timeBudgetMs } from "@sagascope/core/charts";
import type { PrismaClient } from "@sagascope/database";
import { getChartGraphs } from "../charts/chart-graphs.ts";

/** The longest an instance of a chart version can take. */
export interface TimeBudget {
  readonly chartId: number;
  readonly budgetMs: number;
}

const VERSIONS_MAX = 200; // the newest; instances of older ones are judged by their timers alone

/** The chart versions that have a bound, and what it is. */
export async function listTimeBudgets(prisma: PrismaClient): Promise<TimeBudget[]> {
  const versions = await prisma.machineVersion.findMany({
    select: { id: true },
    orderBy: { id: "desc" },
    take: VERSIONS_MAX,
  });
  const graphs = await getChartGraphs(
    prisma,
    versions.map(({ id }) => id),
  );
  return [...graphs].flatMap(([chartId, graph]) => {
    const budgetMs = timeBudgetMs(graph);
    return budgetMs === undefined ? [] : [{ chartId, budgetMs }];
  });
}
