import { Prisma, type PrismaClient } from "@sagascope/database";
import type { LetterFilter } from "./letter-filter.ts";

/** Letters of one cause, as the filter finds them. */
export interface CauseRow {
  readonly fingerprint: string;
  readonly title: string;
  readonly reason: string;
  readonly count: number;
  readonly subjects: number;
  /** Letters that were given up more than once. */
  readonly cameBack: number;
  /** Captured from a state of a chart, so that there is nothing to replay. */
  readonly fromState: boolean;
  readonly machines: readonly string[];
  readonly firstAt: Date;
  readonly lastAt: Date;
  /** Letters captured in each of the last 24 hours, the oldest hour first. */
  readonly trend: readonly number[];
}

/** The causes of a filter, the one that was seen last first. */
export interface CauseList {
  readonly causes: readonly CauseRow[];
  /** There are more causes than are listed. */
  readonly more: boolean;
}

const CAUSES_MAX = 100;
const TREND_HOURS = 24;
const MACHINES_MAX = 5;

type Found = Omit<CauseRow, "trend">;

/** Group letters by cause. The filter's own cause is not looked at: the groups are what one chooses it from. */
export async function listCauses(prisma: PrismaClient, filter: LetterFilter): Promise<CauseList> {
  const condition = conditionOf(filter);
  const found = await prisma.$queryRaw<Found[]>`
    SELECT fingerprint, (array_agg(cause_title ORDER BY last_seen_at DESC))[1] AS title, min(reason) AS reason,
      count(*)::int AS count, count(DISTINCT subject)::int AS subjects,
      (count(*) FILTER (WHERE occurrences > 1))::int AS "cameBack", bool_and(source = 'state') AS "fromState",
      (array_agg(DISTINCT consumer))[1:${MACHINES_MAX}::int] AS machines,
      min(captured_at) AS "firstAt", max(last_seen_at) AS "lastAt"
    FROM sagascope.dead_letter
    WHERE ${condition}
    GROUP BY fingerprint
    ORDER BY max(last_seen_at) DESC, fingerprint
    LIMIT ${CAUSES_MAX + 1}`;
  const causes = found.slice(0, CAUSES_MAX);
  const hours = await countHours(prisma, condition, causes);
  return {
    more: found.length > CAUSES_MAX,
    causes: causes.map((cause) => ({
      ...cause,
      trend: trendOf(hours.filter(({ fingerprint }) => fingerprint === cause.fingerprint)),
    })),
  };
}

interface HourCount {
  readonly fingerprint: string;
  /** 0 is the running hour before now. */
  readonly hoursAgo: number;
  readonly count: number;
}

async function countHours(
  prisma: PrismaClient,
  condition: Prisma.Sql,
  causes: readonly Found[],
): Promise<HourCount[]> {
  if (causes.length === 0) return [];
  const fingerprints = causes.map(({ fingerprint }) => fingerprint);
  return prisma.$queryRaw<HourCount[]>`
    SELECT fingerprint, count(*)::int AS count,
      floor(extract(epoch FROM clock_timestamp() - captured_at) / 3600)::int AS "hoursAgo"
    FROM sagascope.dead_letter
    WHERE ${condition} AND fingerprint = ANY(${fingerprints}::text[])
      AND captured_at > clock_timestamp() - make_interval(hours => ${TREND_HOURS}::int)
    GROUP BY 1, 3`;
}

function trendOf(hours: readonly HourCount[]): number[] {
  const trend = new Array<number>(TREND_HOURS).fill(0);
  for (const { hoursAgo, count } of hours) {
    const at = TREND_HOURS - 1 - Math.max(0, hoursAgo);
    if (at >= 0) trend[at] = (trend[at] ?? 0) + count;
  }
  return trend;
}

function conditionOf({ state, machine, reason, q }: LetterFilter): Prisma.Sql {
  const parts = [
    state === "open" && Prisma.sql`resolved_at IS NULL`,
    state === "resolved" && Prisma.sql`resolved_at IS NOT NULL`,
    machine && Prisma.sql`consumer = ${machine}`,
    reason && Prisma.sql`reason = ${reason}`,
    q && Prisma.sql`position(lower(${q}) IN lower(subject)) > 0`,
  ].filter((part) => part instanceof Prisma.Sql);
  return parts.length === 0 ? Prisma.sql`true` : Prisma.join(parts, " AND ");
}
