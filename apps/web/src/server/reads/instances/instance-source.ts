import { Prisma, type PrismaClient } from "@sagascope/database";
import { attentionKeys, KEYS_MAX } from "../attention/attention-keys.ts";
import { rowsEndingIn } from "../search/subject-endings.ts";
import { readSubjectPatterns, type SubjectPatterns } from "../search/subject-patterns.ts";
import {
  type ChartName,
  conditionOf,
  endedCondition,
  type InstanceFilter,
  type Place,
  placeOf,
} from "./instance-filter.ts";

/**
 * How the rows of a filter are found. What is rare is found by its own index and sorted; what is common is met soon by
 * walking in the order of the list. Choosing here, by a bounded look, keeps a wrong estimate of the database from
 * turning a list into a walk over everything.
 */
export interface InstanceSource {
  readonly by: "keys" | "subject" | "ended" | "state" | "place" | "order";
  /** See `attentionKeys`. */
  readonly keys?: Prisma.Sql;
  readonly place: Place | undefined;
  /** The state that is asked for, part of the condition too. */
  readonly state: string | undefined;
  readonly condition: Prisma.Sql;
}

/** More than these are common: walking meets them. */
export const RARE_MAX = 20_000;

/** A chart version, and how long its instances take at most. */
export interface NamedChart extends ChartName {
  readonly timeBudgetMs: number | null;
}

/** Every chart version, by name. */
export async function listChartNames(prisma: PrismaClient): Promise<NamedChart[]> {
  const rows = await prisma.machineVersion.findMany({
    select: { id: true, machineId: true, version: true, timeBudgetMs: true },
    orderBy: { id: "asc" },
  });
  return rows.map(({ id, ...name }) => ({ chartId: id, ...name }));
}

/** Decide how the rows of a filter are found. */
export async function chooseSource(
  prisma: PrismaClient,
  filter: InstanceFilter,
  charts: readonly ChartName[],
): Promise<InstanceSource> {
  const patterns = filter.q ? await readSubjectPatterns(prisma, filter.q) : undefined;
  const place = placeOf(filter, charts);
  const source = { place, state: filter.state, condition: conditionOf(filter, patterns) };
  if (filter.attention) {
    return { ...source, by: "keys", keys: await attentionKeys(prisma, filter.attention) };
  }
  if (patterns && (await countUpTo(prisma, ofSubjects(patterns))) <= RARE_MAX) {
    return { ...source, by: "subject" };
  }
  if (filter.ended && (await countUpTo(prisma, endedSince(filter.ended))) <= RARE_MAX) {
    return { ...source, by: "ended" };
  }
  if (filter.state && (await countUpTo(prisma, endedIn(filter.state))) <= RARE_MAX) {
    return { ...source, by: "state" };
  }
  return { ...source, by: place ? "place" : "order" };
}

/** In the order of the index, so that a look at a beginning or an end that all subjects share stops early too. */
function ofSubjects({ prefixes, endings }: SubjectPatterns): Prisma.Sql {
  const each = prefixes.map(
    (
      prefix,
    ) => Prisma.sql`(SELECT i.subject FROM sagascope.instance i WHERE i.subject LIKE ${`${prefix}%`}
      ORDER BY i.subject USING ~<~ LIMIT ${RARE_MAX + 1})`,
  );
  const ending = Prisma.sql`(SELECT e.subject FROM (${rowsEndingIn(endings, RARE_MAX + 1)}) AS e)`;
  return Prisma.join([...each, ending], " UNION ALL ");
}

function endedSince(ended: NonNullable<InstanceFilter["ended"]>): Prisma.Sql {
  return Prisma.sql`SELECT i.finished_at FROM sagascope.instance i WHERE ${endedCondition(ended)}
    ORDER BY i.finished_at DESC LIMIT ${RARE_MAX + 1}`;
}

function endedIn(state: string): Prisma.Sql {
  return Prisma.sql`SELECT i.started_at FROM sagascope.instance i
    WHERE i.ended_states @> ARRAY[${state}::text]
    ORDER BY i.started_at DESC LIMIT ${RARE_MAX + 1}`;
}

/** How many rows a bounded query gives. */
export async function countUpTo(prisma: PrismaClient, query: Prisma.Sql): Promise<number> {
  const rows = await prisma.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM (${query}) AS looked_at`;
  return rows[0]?.count ?? 0;
}

/** How many keys there are, and whether there are more than were looked at. */
export async function countKeys(
  prisma: PrismaClient,
  keys: Prisma.Sql,
): Promise<{ readonly count: number; readonly more: boolean }> {
  const rows = await prisma.$queryRaw<{ count: number; more: boolean }[]>`
    SELECT count(*)::int AS count, coalesce(max(looked_at), 0) > ${KEYS_MAX} AS more FROM (${keys}) AS k`;
  return rows[0] ?? { count: 0, more: false };
}
