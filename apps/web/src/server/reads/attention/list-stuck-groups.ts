import type { PrismaClient } from "@sagascope/database";
import { getChartGraphs } from "../charts/chart-graphs.ts";
import { canEventMove } from "./can-event-move.ts";
import { type IdleGroup, listIdleGroups } from "./list-idle-groups.ts";

/** The groups of resting instances that nothing will move: no call, no timer, and no event or a call that gave up. */
export async function listStuckGroups(prisma: PrismaClient): Promise<IdleGroup[]> {
  const groups = await listIdleGroups(prisma);
  const graphs = await getChartGraphs(
    prisma,
    groups.map(({ chartId }) => chartId),
  );
  return groups.filter(({ chartId, states, gaveUp }) => {
    const graph = graphs.get(chartId);
    return gaveUp || (graph !== undefined && !canEventMove(graph, states));
  });
}
