import type { PrismaClient } from "@sagascope/database";

/** How long the finished instances of a machine took. */
export interface Durations {
  readonly machineId: string;
  readonly medianMs: number;
  readonly p95Ms: number;
}

/** Percentiles of so many are as good as of all, and cost the same however long a span is. */
const MEASURED_MAX = 20_000;

/** Median and 95th percentile of the instances that finished last within a span. Prisma has no percentiles. */
export async function measureDurations(prisma: PrismaClient, since: Date): Promise<Durations[]> {
  return prisma.$queryRaw<Durations[]>`
    SELECT machine_id AS "machineId", quantiles[1] AS "medianMs", quantiles[2] AS "p95Ms"
    FROM (
      SELECT machine_id,
        percentile_cont(ARRAY[0.5, 0.95]) WITHIN GROUP (
          ORDER BY extract(epoch FROM finished_at - started_at) * 1000) AS quantiles
      FROM (
        SELECT machine_id, started_at, finished_at FROM sagascope.instance
        WHERE finished_at >= ${since}::timestamptz
        ORDER BY finished_at DESC LIMIT ${MEASURED_MAX}) AS last
      GROUP BY machine_id) AS measured`;
}
