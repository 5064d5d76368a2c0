import { Prisma, type PrismaClient } from "@sagascope/database";
import { listTimeBudgets, type TimeBudget } from "./list-time-budgets.ts";

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
 * Every instance that is overdue and when it was due: its timer, or a call that waits to be tried, or the time its
 * chart can take at most. By the database's clock, and across tables that no relation ties, hence SQL.
 */
export function overdueInstances(budgets: readonly TimeBudget[]): Prisma.Sql {
  const chartIds = budgets.map(({ chartId }) => chartId);
  const budgetsMs = budgets.map(({ budgetMs }) => budgetMs);
  return Prisma.sql`
    SELECT machine_id, subject, min(due_at) AS due_at
    FROM (
      SELECT machine_id, subject, due_at FROM sagascope.timer
      UNION ALL
      SELECT machine_id, subject, due_at FROM sagascope.effect
      WHERE status = 'pending' AND (leased_until IS NULL OR leased_until < clock_timestamp())
      UNION ALL
      SELECT i.machine_id, i.subject, i.started_at + b.budget_ms * interval '1 millisecond'
      FROM unnest(${chartIds}::int[], ${budgetsMs}::float8[]) AS b (chart_id, budget_ms)
      JOIN sagascope.instance i ON i.chart_id = b.chart_id AND i.status = 'active') AS due
    WHERE due_at < clock_timestamp() - make_interval(secs => ${LATE_SECONDS})
    GROUP BY machine_id, subject`;
}

/** Count the overdue instances by machine, the worst machine first. */
export async function countOverdue(prisma: PrismaClient): Promise<OverdueCount[]> {
  const budgets = await listTimeBudgets(prisma);
  return prisma.$queryRaw<OverdueCount[]>`
    SELECT machine_id AS "machineId", count(*)::int AS count,
      (extract(epoch FROM clock_timestamp() - min(due_at)) * 1000)::float8 AS "byMs"
    FROM (${overdueInstances(budgets)}) AS overdue
    GROUP BY 1
    ORDER BY 3 DESC`;
}
