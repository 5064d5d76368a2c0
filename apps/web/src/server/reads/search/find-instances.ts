import { Prisma, type PrismaClient } from "@sagascope/database";
import { paths } from "@/lib/paths.ts";
import type { SearchHit } from "./search.ts";
import type { SubjectPatterns } from "./subject-patterns.ts";

interface Found {
  readonly machineId: string;
  readonly subject: string;
  readonly phase: string;
  readonly states: readonly string[];
  readonly startedAt: Date;
  readonly version: string;
}

const COLUMNS = Prisma.sql`i.machine_id AS "machineId", i.subject, i.phase, i.states, i.started_at AS "startedAt", v.version`;

/** Instances whose subject is what was typed, the newest first, then those whose subject begins with it. */
export async function findInstances(
  prisma: PrismaClient,
  patterns: SubjectPatterns,
  limit: number,
): Promise<SearchHit[]> {
  const [exact, prefixed] = await Promise.all([
    prisma.$queryRaw<Found[]>`
      SELECT ${COLUMNS} FROM sagascope.instance i JOIN sagascope.machine_version v ON v.id = i.chart_id
      WHERE i.subject = ANY(${[...patterns.exact]}::text[])
      ORDER BY i.started_at DESC, i.machine_id LIMIT ${limit}`,
    prisma.$queryRaw<Found[]>(beginning(patterns, limit)),
  ]);
  const toHit = (row: Found, isExact: boolean): SearchHit => ({
    kind: "instance",
    id: `${row.machineId}/${row.subject}`,
    title: row.subject,
    subtitle: `${row.machineId} v${row.version}, ${row.states.join(", ")}`,
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

/** In the order of the index, so that a beginning that a million subjects share reads no more than one that few do. */
function beginning({ exact, prefixes }: SubjectPatterns, limit: number): Prisma.Sql {
  const each = prefixes.map(
    (prefix) => Prisma.sql`(
      SELECT i.machine_id, i.subject, i.phase, i.states, i.started_at, i.chart_id FROM sagascope.instance i
      WHERE i.subject LIKE ${`${prefix}%`} AND i.subject <> ALL(${[...exact]}::text[])
      ORDER BY i.subject USING ~<~ LIMIT ${limit})`,
  );
  return Prisma.sql`
    SELECT ${COLUMNS} FROM (${Prisma.join(each, " UNION ALL ")}) AS i JOIN sagascope.machine_version v ON v.id = i.chart_id
    ORDER BY i.subject USING ~<~, i.started_at DESC, i.machine_id LIMIT ${limit}`;
}
