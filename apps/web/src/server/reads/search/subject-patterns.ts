import type { PrismaClient } from "@sagascope/database";
import { type BackwardRange, endingRanges, findSubjectsByEnding } from "./subject-endings.ts";

const RECENT = 500; // subjects are made by few programs, which all show among the newest
const PREFIXES_MAX = 20;
const NUMBER = /\d/;

/** Ways a person may mean a subject with what was typed: as it is, as its end, or with a prefix that subjects here have. */
export interface SubjectPatterns {
  readonly exact: readonly string[];
  /** For `startsWith`, already escaped. */
  readonly prefixes: readonly string[];
  readonly endings: readonly BackwardRange[];
}

/** The patterns of a text, with the subjects that end with it. */
export async function findSubjectPatterns(
  prisma: PrismaClient,
  text: string,
): Promise<SubjectPatterns> {
  const [patterns, found] = await Promise.all([
    readSubjectPatterns(prisma, text),
    findSubjectsByEnding(prisma, endingRanges(text)),
  ]);
  return { ...patterns, exact: [...new Set([...patterns.exact, ...found])] };
}

/**
 * So that "42" finds "order-42" and, after it, "order-420": what stands before the first digit of recent subjects is
 * tried before the text. It finds events and letters, too, whose subject has no instance.
 */
export async function readSubjectPatterns(
  prisma: PrismaClient,
  text: string,
): Promise<SubjectPatterns> {
  if (!NUMBER.test(text.charAt(0))) return patternsOf(text, []);
  const recent = await prisma.instance.findMany({
    select: { subject: true },
    orderBy: { startedAt: "desc" },
    take: RECENT,
  });
  return patternsOf(
    text,
    recent.map(({ subject }) => subject),
  );
}

/** The patterns of a text among these subjects. */
export function patternsOf(text: string, subjects: readonly string[]): SubjectPatterns {
  const known = subjects.flatMap((subject) =>
    subject.split(NUMBER, 1).filter((prefix) => prefix !== ""),
  );
  const prefixes = ["", ...new Set(known)].slice(0, PREFIXES_MAX);
  const candidates = prefixes.map((prefix) => prefix + text);
  return {
    exact: candidates,
    prefixes: candidates.map(escapeLike),
    endings: endingRanges(text),
  };
}

/** Prisma hands a `startsWith` on as it is, and these three mean something there. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, "\\$&");
}
