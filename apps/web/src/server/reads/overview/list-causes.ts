import type { PrismaClient } from "@sagascope/database";
import { type Buckets, spreadOverBuckets } from "./overview-range.ts";

/** Open dead letters of one cause. */
export interface CauseCount {
  readonly fingerprint: string;
  readonly title: string;
  readonly consumer: string;
  readonly count: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
  /** Letters captured in each bucket of the span. */
  readonly trend: readonly number[];
  /** Letters of the cause that were captured in the last hour. */
  readonly lastHour: number;
}

const HOUR_MS = 3_600_000;

/** The causes with the most open letters. */
export async function listCauses(
  prisma: PrismaClient,
  buckets: Buckets,
  limit: number,
): Promise<CauseCount[]> {
  const groups = await prisma.deadLetter.groupBy({
    by: ["fingerprint"],
    where: { resolvedAt: null },
    _count: { _all: true },
    _max: { causeTitle: true, consumer: true, lastSeenAt: true },
    _min: { capturedAt: true },
    orderBy: [{ _count: { fingerprint: "desc" } }, { fingerprint: "asc" }],
    take: limit,
  });
  const trends = await countLetters(
    prisma,
    buckets,
    groups.map((group) => group.fingerprint),
  );
  const hourAgo = buckets.sinceMs + buckets.count * buckets.bucketMs - HOUR_MS;
  return groups.map(({ fingerprint, _count, _max, _min }) => {
    const rows = trends.filter((row) => row.fingerprint === fingerprint);
    return {
      fingerprint,
      title: _max.causeTitle ?? fingerprint,
      consumer: _max.consumer ?? "",
      count: _count._all,
      firstAt: _min.capturedAt ?? new Date(buckets.sinceMs),
      lastAt: _max.lastSeenAt ?? new Date(buckets.sinceMs),
      trend: spreadOverBuckets(buckets, rows),
      lastHour: rows
        .filter((row) => row.newestMs >= hourAgo)
        .reduce((sum, row) => sum + row.count, 0),
    };
  });
}

/** How many causes have open letters. */
export async function countCauses(prisma: PrismaClient): Promise<number> {
  const rows = await prisma.$queryRaw<{ causes: number }[]>`
    SELECT count(DISTINCT fingerprint)::int AS causes
    FROM sagascope.dead_letter
    WHERE resolved_at IS NULL`;
  return rows[0]?.causes ?? 0;
}

interface LetterBucket {
  readonly fingerprint: string;
  readonly bucket: number;
  readonly count: number;
  readonly newestMs: number;
}

async function countLetters(
  prisma: PrismaClient,
  { sinceMs, bucketMs }: Buckets,
  fingerprints: readonly string[],
): Promise<LetterBucket[]> {
  if (fingerprints.length === 0) return [];
  const since = new Date(sinceMs);
  return prisma.$queryRaw<LetterBucket[]>`
    SELECT fingerprint,
      floor(extract(epoch FROM captured_at - ${since}::timestamptz) * 1000 / ${bucketMs}::float8)::int AS bucket,
      count(*)::int AS count,
      (extract(epoch FROM max(captured_at)) * 1000)::float8 AS "newestMs"
    FROM sagascope.dead_letter
    WHERE resolved_at IS NULL AND captured_at >= ${since}::timestamptz
      AND fingerprint = ANY(${[...fingerprints]}::text[])
    GROUP BY 1, 2`;
}
