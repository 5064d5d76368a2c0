import type { PrismaClient } from "@sagascope/database";
import { paths } from "@/lib/paths.ts";
import type { SearchHit } from "./search.ts";
import type { SubjectPatterns } from "./subject-patterns.ts";

/** Instances whose subject is what was typed, then those whose subject begins with it: active ones, then the newest. */
export async function findInstances(
  prisma: PrismaClient,
  patterns: SubjectPatterns,
  limit: number,
): Promise<SearchHit[]> {
  const select = {
    machineId: true,
    subject: true,
    phase: true,
    status: true,
    states: true,
    startedAt: true,
    machineVersion: { select: { version: true } },
  } as const;
  const orderBy = [{ startedAt: "desc" }, { machineId: "asc" }] as const;
  const exactly = { subject: { in: [...patterns.exact] } };
  const begins = { OR: patterns.prefixes.map((prefix) => ({ subject: { startsWith: prefix } })) };
  const [exact, prefixed] = await Promise.all([
    prisma.instance.findMany({ where: exactly, select, orderBy: [...orderBy], take: limit }),
    prisma.instance.findMany({
      where: { AND: [begins, { NOT: exactly }] },
      select,
      orderBy: [{ subject: "asc" }, ...orderBy],
      take: limit,
    }),
  ]);
  const toHit = (row: (typeof exact)[number], isExact: boolean): SearchHit => ({
    kind: "instance",
    id: `${row.machineId}/${row.subject}`,
    title: row.subject,
    subtitle: `${row.machineId} v${row.machineVersion.version}, ${row.states.join(", ")}`,
    href: paths.instance(row.machineId, row.subject),
    exact: isExact,
    at: row.startedAt,
    phase: row.phase,
  });
  return [
    ...exact.map((row) => toHit(row, true)),
    ...prefixed.map((row) => toHit(row, false)),
  ].slice(0, limit);
}
