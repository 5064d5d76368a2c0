import type { PrismaClient } from "@sagascope/database";
import { getChartGraphs } from "../charts/chart-graphs.ts";
import { canEventMove } from "./can-event-move.ts";
import { overdueInstances } from "./count-overdue.ts";
import { IDLE_INSTANCES } from "./idle-instances.ts";
import { listTimeBudgets } from "./list-time-budgets.ts";

/** Names an instance. */
export interface InstanceKey {
  readonly machineId: string;
  readonly subject: string;
}

/** Keys that were found, and whether there are more. */
export interface InstanceKeys {
  readonly keys: readonly InstanceKey[];
  readonly more: boolean;
}

/** A list of what needs a person; who has more than this has another problem. */
export const ATTENTION_KEYS_MAX = 500;

/** The instances that nothing will move, the longest resting first. */
export async function listStuckKeys(prisma: PrismaClient): Promise<InstanceKeys> {
  const idle = await prisma.$queryRaw<
    (InstanceKey & { chartId: number; states: string[]; gaveUp: boolean })[]
  >`
    SELECT machine_id AS "machineId", subject, chart_id AS "chartId", states, gave_up AS "gaveUp"
    FROM (${IDLE_INSTANCES}) AS idle
    ORDER BY updated_at
    LIMIT ${IDLE_LOOKED_AT_MAX}`;
  const graphs = await getChartGraphs(
    prisma,
    idle.map(({ chartId }) => chartId),
  );
  const stuck = idle.filter(({ chartId, states, gaveUp }) => {
    const graph = graphs.get(chartId);
    return gaveUp || (graph !== undefined && !canEventMove(graph, states));
  });
  return cut(stuck, idle.length === IDLE_LOOKED_AT_MAX);
}

/** The instances that something should have moved already, the latest first. */
export async function listOverdueKeys(prisma: PrismaClient): Promise<InstanceKeys> {
  const budgets = await listTimeBudgets(prisma);
  const keys = await prisma.$queryRaw<InstanceKey[]>`
    SELECT machine_id AS "machineId", subject
    FROM (${overdueInstances(budgets)}) AS overdue
    ORDER BY due_at
    LIMIT ${ATTENTION_KEYS_MAX + 1}`;
  return cut(keys, false);
}

const IDLE_LOOKED_AT_MAX = 10_000; // most idle instances wait for an event, and are not stuck

function cut(keys: readonly InstanceKey[], more: boolean): InstanceKeys {
  return {
    keys: keys
      .slice(0, ATTENTION_KEYS_MAX)
      .map(({ machineId, subject }) => ({ machineId, subject })),
    more: more || keys.length > ATTENTION_KEYS_MAX,
  };
}
