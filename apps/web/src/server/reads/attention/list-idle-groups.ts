import type { PrismaClient } from "@sagascope/database";
import { IDLE_INSTANCES } from "./idle-instances.ts";

/** Idle instances that rest in the same states of the same chart. */
export interface IdleGroup {
  readonly machineId: string;
  readonly chartId: number;
  readonly states: readonly string[];
  /** Whether a service call of theirs was given up. */
  readonly gaveUp: boolean;
  readonly count: number;
  readonly oldestAt: Date;
}

/**
 * Where active instances rest with nothing under way, the longest resting first. All of them: which are stuck is known from their charts
 * only, and most just wait for an event. There are no more than charts have combinations of states.
 */
export async function listIdleGroups(prisma: PrismaClient): Promise<IdleGroup[]> {
  return prisma.$queryRaw<IdleGroup[]>`
    SELECT machine_id AS "machineId", chart_id AS "chartId", states, gave_up AS "gaveUp",
      count(*)::int AS count, min(updated_at) AS "oldestAt"
    FROM (${IDLE_INSTANCES}) AS idle
    GROUP BY 1, 2, 3, 4
    ORDER BY min(updated_at)`;
}
