import type { PrismaClient } from "@sagascope/database";
import type { Buckets } from "./overview-range.ts";

/** Instances of one machine that started in one bucket and are in one phase now. */
export interface StartedCount {
  readonly machineId: string;
  readonly phase: string;
  readonly bucket: number;
  readonly count: number;
}

/** Count the instances that started in a span, by machine, present phase and bucket. Prisma cannot group by a bucket. */
export async function countStartedInstances(
  prisma: PrismaClient,
  { sinceMs, bucketMs }: Buckets,
): Promise<StartedCount[]> {
  const since = new Date(sinceMs);
  return prisma.$queryRaw<StartedCount[]>`
    SELECT machine_id AS "machineId", phase,
      floor(extract(epoch FROM started_at - ${since}::timestamptz) * 1000 / ${bucketMs}::float8)::int AS bucket,
      count(*)::int AS count
    FROM sagascope.instance
    WHERE started_at >= ${since}::timestamptz
    GROUP BY 1, 2, 3`;
}
