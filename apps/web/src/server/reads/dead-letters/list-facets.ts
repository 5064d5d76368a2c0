import { countLetters, fromPg, type LetterCounts } from "@sagascope/core/postgres";
import type { PrismaClient } from "@sagascope/database";
import type pg from "pg";
import { type LetterFilter, searchOf } from "./letter-filter.ts";

/** How many letters a filter finds, and what else they can be filtered by. */
export interface LetterFacets extends LetterCounts {
  /** Letters resolved in the last seven days, counted up to `resolvedInWeekMax`, which means that many or more. */
  readonly resolvedInWeek: number;
  readonly resolvedInWeekMax: number;
}

const WEEK_MS = 7 * 24 * 3_600_000;
const RESOLVED_MAX = 10_000; // counting further costs more than it tells

/** Count the letters of a filter by machine, reason and type. */
export async function listFacets(
  doors: { readonly prisma: PrismaClient; readonly pool: pg.Pool },
  filter: LetterFilter,
  now: Date,
): Promise<LetterFacets> {
  const [resolvedInWeek, counts] = await Promise.all([
    doors.prisma.deadLetter.count({
      where: { resolvedAt: { gt: new Date(now.getTime() - WEEK_MS) } },
      take: RESOLVED_MAX,
    }),
    countLetters(fromPg(doors.pool), searchOf(filter, now)),
  ]);
  return { ...counts, resolvedInWeek, resolvedInWeekMax: RESOLVED_MAX };
}
