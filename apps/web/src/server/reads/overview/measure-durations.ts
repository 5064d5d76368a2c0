import type { PrismaClient } from "@sagascope/database";

/** How long the finished instances of a machine took. */
export interface Durations {
  readonly machineId: string;
  readonly medianMs: number;
  readonly p95Ms: number;
}

/** Median and 95th percentile of the instances that started since and have finished. Prisma has no percentiles. */
export async function measureDurations(prisma: PrismaClient, since: Date): Promise<Durations[]> {
  return prisma.$queryRaw<Durations[]>`
    SELECT machine_id AS "machineId", quantiles[1] AS "medianMs", quantiles[2] AS "p95Ms"
    FROM (
      SELECT machine_id,
        percentile_cont(ARRAY[0.5, 0.95]) WITHIN GROUP (
          ORDER BY extract(epoch FROM finished_at - started_at) * 1000) AS quantiles
      FROM sagascope.instance
      WHERE started_at >= ${since}::timestamptz AND finished_at IS NOT NULL
      GROUP BY machine_id) AS measured`;
}
