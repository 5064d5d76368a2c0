import type { PrismaClient } from "@sagascope/database";

/** Active instances that rest in the same states of the same chart with nothing under way. */
export interface IdleGroup {
  readonly machineId: string;
  readonly chartId: number;
  readonly states: readonly string[];
  /** Whether a service call of theirs was given up. */
  readonly gaveUp: boolean;
  readonly count: number;
  readonly oldestAt: Date;
}

const GROUPS_MAX = 200; // distinct resting places; far more than charts have states
const SETTLE_SECONDS = 5; // a step's effects are written with it, but an event may be on its way

/**
 * Where active instances rest with no service call and no timer under way. An anti-join over two tables, which Prisma's
 * filters cannot say, since no relation ties them.
 */
export async function listIdleGroups(prisma: PrismaClient): Promise<IdleGroup[]> {
  return prisma.$queryRaw<IdleGroup[]>`
    SELECT i.machine_id AS "machineId", i.chart_id AS "chartId", i.states,
      dead.gave_up AS "gaveUp", count(*)::int AS count, min(i.updated_at) AS "oldestAt"
    FROM sagascope.instance i
    CROSS JOIN LATERAL (
      SELECT EXISTS (
        SELECT FROM sagascope.effect e
        WHERE e.machine_id = i.machine_id AND e.subject = i.subject AND e.status = 'dead') AS gave_up) dead
    WHERE i.status = 'active'
      AND i.updated_at < clock_timestamp() - make_interval(secs => ${SETTLE_SECONDS})
      AND NOT EXISTS (
        SELECT FROM sagascope.effect e
        WHERE e.machine_id = i.machine_id AND e.subject = i.subject AND e.status = 'pending')
      AND NOT EXISTS (
        SELECT FROM sagascope.timer t
        WHERE t.machine_id = i.machine_id AND t.subject = i.subject)
    GROUP BY 1, 2, 3, 4
    ORDER BY min(i.updated_at)
    LIMIT ${GROUPS_MAX}`;
}
