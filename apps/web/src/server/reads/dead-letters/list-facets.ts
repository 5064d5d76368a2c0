import type { PrismaClient } from "@sagascope/database";

/** What letters can be filtered by, from the letters there are. */
export interface LetterFacets {
  readonly machines: readonly string[];
  readonly reasons: readonly string[];
  /** Letters resolved in the last seven days. */
  readonly resolvedInWeek: number;
}

const FACETS_MAX = 100;
const WEEK_MS = 7 * 24 * 3_600_000;

/** Read the machines and reasons that letters have. */
export async function listFacets(prisma: PrismaClient, now: Date): Promise<LetterFacets> {
  const [machines, reasons, resolvedInWeek] = await Promise.all([
    prisma.deadLetter.groupBy({
      by: ["consumer"],
      orderBy: { consumer: "asc" },
      take: FACETS_MAX,
    }),
    prisma.deadLetter.groupBy({ by: ["reason"], orderBy: { reason: "asc" }, take: FACETS_MAX }),
    prisma.deadLetter.count({ where: { resolvedAt: { gt: new Date(now.getTime() - WEEK_MS) } } }),
  ]);
  return {
    machines: machines.map(({ consumer }) => consumer),
    reasons: reasons.map(({ reason }) => reason),
    resolvedInWeek,
  };
}
