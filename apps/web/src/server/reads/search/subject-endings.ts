import { Prisma, type PrismaClient } from "@sagascope/database";

/** How many subjects one search goes on with; more of them are told by their instances. */
export const ENDINGS_MAX = 20;

const LAST = "\u{10ffff}"; // no text has more after a beginning

/** A stretch of subjects read backwards, by their bytes: from `from` on, and before `before`. */
export interface BackwardRange {
  readonly from: string;
  readonly before: string;
}

/**
 * Where subjects stand whose last word, or last words, are a text: `42` is the end of `acme:order-42` and of `order42`,
 * but not of `order-142`. A number ends at what is no digit, everything else at what is neither letter nor digit.
 * What is set off by a mark comes first, since that is the usual spelling.
 */
export function endingRanges(text: string): readonly BackwardRange[] {
  const backward = [...text].reverse().join("");
  const between = (from: string, before: string) => ({
    from: backward + from,
    before: backward + before,
  });
  const marks = [between("", "0"), between(":", "A"), between("[", "a"), between("{", "\u0080")];
  const letters = [between("A", "["), between("a", "{"), between("\u0080", LAST)];
  if (/^\d/.test(text)) return [...marks, ...letters];
  return /^[\p{L}\p{N}]/u.test(text) ? marks : [between("", LAST)];
}

/** Whether the subject of a row `i` ends so, by `instance_ending_idx`. */
export function endsIn({ from, before }: BackwardRange): Prisma.Sql {
  return Prisma.sql`(reverse(i.subject) ~>=~ ${from} AND reverse(i.subject) ~<~ ${before})`;
}

/** Subjects that end with a text, each once; of very many some. */
export async function findSubjectsByEnding(
  prisma: PrismaClient,
  ranges: readonly BackwardRange[],
): Promise<string[]> {
  const rows = await prisma.$queryRaw<{ subject: string }[]>`
    SELECT subject FROM (${rowsEndingIn(ranges, ENDINGS_MAX)}) AS i GROUP BY subject ORDER BY min(at) LIMIT ${ENDINGS_MAX}`;
  return rows.map(({ subject }) => subject);
}

/** At most `limit` rows of each range, in the order of the index, so that what many subjects share reads no more. */
export function rowsEndingIn(ranges: readonly BackwardRange[], limit: number): Prisma.Sql {
  const each = ranges.map(
    (range, at) => Prisma.sql`(
      SELECT i.subject, ${at}::int AS at FROM sagascope.instance i WHERE ${endsIn(range)}
      ORDER BY reverse(i.subject) USING ~<~ LIMIT ${limit})`,
  );
  return Prisma.join(each, " UNION ALL ");
}
