import type { PrismaClient } from "@sagascope/database";
import { paths } from "@/lib/paths.ts";
import { letterTitle } from "../dead-letters/letter-errors.ts";
import { readRedaction } from "../redacted.ts";
import type { SearchHit } from "./search.ts";
import type { SubjectPatterns } from "./subject-patterns.ts";

/** Dead letters by their id, their envelope's id or their subject; open ones first, then the newest. */
export async function findLetters(
  prisma: PrismaClient,
  text: string,
  patterns: SubjectPatterns,
  limit: number,
): Promise<SearchHit[]> {
  const [redaction, letters] = await Promise.all([
    readRedaction(prisma),
    prisma.deadLetter.findMany({
      where: { OR: [{ id: text }, { envelopeId: text }, { subject: { in: [...patterns.exact] } }] },
      select: {
        id: true,
        machineId: true,
        causeTitle: true,
        errors: true,
        subject: true,
        eventType: true,
        envelopeId: true,
        lastSeenAt: true,
        resolvedAt: true,
      },
      orderBy: [{ resolvedAt: { sort: "asc", nulls: "first" } }, { lastSeenAt: "desc" }],
      take: limit,
    }),
  ]);
  return letters.map((letter) => ({
    kind: "letter",
    id: letter.id,
    title: letterTitle(letter, redaction),
    subtitle: `${letter.subject}, ${letter.eventType}${letter.resolvedAt ? ", resolved" : ""}`,
    href: paths.deadLetter(letter.id),
    exact: letter.id === text || letter.envelopeId === text,
    at: letter.lastSeenAt,
  }));
}
