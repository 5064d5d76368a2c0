import { Prisma, type PrismaClient } from "@sagascope/database";

/** Active instances of one machine that something should have moved already. */
export interface OverdueCount {
  readonly machineId: string;
  readonly count: number;
  /** How long the latest one is over its time. */
  readonly byMs: number;
}

/** Past this, work that is due is late; less is the pace of polling. */
const LATE_SECONDS = 5;

/**
 * Every instance that is overdue and when it was due: its timer, or a call that waits to be tried, or, unless it undoes, the time that
 * its timeouts add up to. By the database's clock, and across tables that no relation ties, hence SQL. Ages are compared with a time
 * that is read once, so that an index finds the few that are too old.
 */
export const OVERDUE_INSTANCES = Prisma.sql`
    SELECT machine_id, subject, min(due_at) AS due_at
    FROM (
      SELECT machine_id, subject, due_at FROM sagascope.timer
      UNION ALL
      SELECT machine_id, subject, due_at FROM sagascope.effect
      WHERE status = 'pending' AND (leased_until IS NULL OR leased_until < clock_timestamp())
      UNION ALL
      SELECT i.machine_id, i.subject, i.started_at + v.time_budget_ms * interval '1 millisecond'
      FROM sagascope.machine_version v
      JOIN sagascope.instance i ON i.chart_id = v.id AND i.status = 'active' AND i.phase = 'running'
        AND i.started_at < statement_timestamp() - v.time_budget_ms * interval '1 millisecond') AS due
    WHERE due_at < clock_timestamp() - make_interval(secs => ${LATE_SECONDS})
    GROUP BY machine_id, subject`;

/** Count the overdue instances by machine, the worst machine first. */
export async function countOverdue(prisma: PrismaClient): Promise<OverdueCount[]> {
  return prisma.$queryRaw<OverdueCount[]>`
    SELECT machine_id AS "machineId", count(*)::int AS count,
      (extract(epoch FROM clock_timestamp() - min(due_at)) * 1000)::float8 AS "byMs"
    FROM (${OVERDUE_INSTANCES}) AS overdue
    GROUP BY 1
    ORDER BY 3 DESC`;
}
