import type { PrismaClient } from "@sagascope/database";
import { paths } from "@/lib/paths.ts";
import type { SearchHit } from "./search.ts";
import type { SubjectPatterns } from "./subject-patterns.ts";

/** The envelope with this id, or else the newest ones of the subject that was typed. */
export async function findEnvelopes(
  prisma: PrismaClient,
  text: string,
  patterns: SubjectPatterns,
  limit: number,
): Promise<SearchHit[]> {
  const select = {
    id: true,
    type: true,
    subject: true,
    correlationId: true,
    recordedAt: true,
  } as const;
  const [byId, bySubject] = await Promise.all([
    prisma.event.findFirst({ where: { id: text }, select, orderBy: { seq: "asc" } }),
    prisma.event.findMany({
      where: { subject: { in: [...patterns.exact] } },
      select,
      orderBy: { seq: "desc" },
      take: limit,
    }),
  ]);
  return [...(byId ? [byId] : []), ...bySubject].slice(0, limit).map((event) => ({
    kind: "envelope",
    id: event.id,
    title: event.type,
    subtitle: `${event.id}, ${event.subject}`,
    href: paths.conversation(event.correlationId, { event: event.id }),
    exact: event.id === text,
    at: event.recordedAt,
  }));
}
