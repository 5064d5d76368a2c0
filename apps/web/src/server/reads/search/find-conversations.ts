import type { PrismaClient } from "@sagascope/database";
import { paths } from "@/lib/paths.ts";
import type { SearchHit } from "./search.ts";
import type { SubjectPatterns } from "./subject-patterns.ts";

const LOOKED_AT = 200; // envelopes of the subjects meant; most share one correlation id

/** Conversations by their correlation id, then those about the subject that was typed. */
export async function findConversations(
  prisma: PrismaClient,
  text: string,
  patterns: SubjectPatterns,
  limit: number,
): Promise<SearchHit[]> {
  const select = { correlationId: true, subject: true, recordedAt: true } as const;
  const [byId, bySubject] = await Promise.all([
    prisma.event.findFirst({ where: { correlationId: text }, select, orderBy: { seq: "asc" } }),
    prisma.event.findMany({
      where: { subject: { in: [...patterns.exact] } },
      select,
      orderBy: { seq: "asc" },
      take: LOOKED_AT,
    }),
  ]);
  const found = new Map(
    [...(byId ? [byId] : []), ...bySubject].map((row) => [row.correlationId, row]),
  );
  return [...found.values()].slice(0, limit).map(({ correlationId, subject, recordedAt }) => ({
    kind: "conversation",
    id: correlationId,
    title: subject,
    subtitle: correlationId,
    href: paths.conversation(correlationId),
    exact: correlationId === text,
    at: recordedAt,
  }));
}
