import { type Chart, parseChart, publicationsOf } from "@sagascope/core/charts";
import type { PrismaClient } from "@sagascope/database";
import { paths } from "@/lib/paths.ts";
import { listDocumentedServices } from "../observers/list-documented-services.ts";
import type { SearchHit } from "./search.ts";
import { escapeLike } from "./subject-patterns.ts";

/** Charts that are looked into at once: as many as the map draws. */
const MACHINES_MAX = 200;

/**
 * Envelope types: those that some machine takes, that a machine or a service outside says it publishes, and that dead letters are
 * of, so that a mistyped one is found, too. Of all these there are few, so they may be scanned.
 */
export async function findTypes(
  prisma: PrismaClient,
  text: string,
  limit: number,
): Promise<SearchHit[]> {
  const found = await Promise.all([
    findTaken(prisma, text, limit),
    findPublished(prisma, text),
    findDocumented(prisma, text),
    findOfLetters(prisma, text, limit),
  ]);
  return found
    .flat()
    .sort((one, other) => Number(other.exact) - Number(one.exact))
    .slice(0, limit);
}

async function findTaken(prisma: PrismaClient, text: string, limit: number): Promise<SearchHit[]> {
  const subscriptions = await prisma.subscription.findMany({
    where: { kind: "queue", type: { contains: escapeLike(text), mode: "insensitive", not: "*" } },
    select: { type: true, topic: true, sink: true },
    orderBy: [{ type: "asc" }, { sink: "asc" }],
    take: limit,
  });
  return subscriptions.map(({ type, topic, sink }) =>
    toHit(text, type, {
      id: `${topic} ${type} ${sink}`,
      subtitle: `${sink} takes it from ${topic}`,
      href: paths.asyncapiOf(sink),
    }),
  );
}

async function findPublished(prisma: PrismaClient, text: string): Promise<SearchHit[]> {
  const machines = await prisma.machine.findMany({
    select: { machineId: true, chartId: true },
    orderBy: { machineId: "asc" },
    take: MACHINES_MAX,
  });
  const published = await publishedBy(
    prisma,
    machines.map(({ chartId }) => chartId),
  );
  return machines.flatMap(({ machineId, chartId }) =>
    (published.get(chartId) ?? []).filter(holds(text)).map((type) =>
      toHit(text, type, {
        id: `${type} by ${machineId}`,
        subtitle: `${machineId} publishes it`,
        href: paths.asyncapiOf(machineId),
      }),
    ),
  );
}

/** By chart, which never changes: read and looked into once, however many letters somebody types. */
const typesOfCharts = new Map<number, readonly string[]>();
const CHARTS_REMEMBERED = 2_000;

async function publishedBy(
  prisma: PrismaClient,
  chartIds: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const unknown = chartIds.filter((id) => !typesOfCharts.has(id));
  if (unknown.length === 0) return typesOfCharts;
  const versions = await prisma.machineVersion.findMany({
    where: { id: { in: unknown } },
    select: { id: true, chart: true },
  });
  if (typesOfCharts.size + versions.length > CHARTS_REMEMBERED) typesOfCharts.clear();
  for (const { id, chart } of versions) typesOfCharts.set(id, typesOf(parseChart(chart)));
  return typesOfCharts;
}

function typesOf(chart: Chart): readonly string[] {
  return [...new Set(publicationsOf(chart).map(({ type }) => type))].sort();
}

async function findDocumented(prisma: PrismaClient, text: string): Promise<SearchHit[]> {
  const services = await listDocumentedServices(prisma);
  return services.flatMap(({ name, topic, types }) =>
    types.filter(holds(text)).map((type) =>
      toHit(text, type, {
        id: `${topic} ${type} ${name}`,
        subtitle: `${name} publishes it on ${topic}, as its document says`,
        href: paths.asyncapiDocument("import", name),
      }),
    ),
  );
}

async function findOfLetters(
  prisma: PrismaClient,
  text: string,
  limit: number,
): Promise<SearchHit[]> {
  const pattern = `%${escapeLike(text)}%`;
  const rows = await prisma.$queryRaw<{ type: string; letters: number }[]>`
    SELECT event_type AS type, sum(letters)::int AS letters
    FROM (
      SELECT event_type, letters FROM sagascope.letter_tally WHERE state = 'open'
      UNION ALL
      SELECT event_type, letters FROM sagascope.letter_tally_change WHERE state = 'open') t
    WHERE event_type ILIKE ${pattern}
    GROUP BY event_type HAVING sum(letters) > 0
    ORDER BY event_type LIMIT ${limit}`;
  return rows.map(({ type, letters }) =>
    toHit(text, type, {
      id: `letters ${type}`,
      subtitle: `${letters} open dead ${letters === 1 ? "letter" : "letters"} of it`,
      href: paths.deadLetters({ type }),
    }),
  );
}

function holds(text: string): (type: string) => boolean {
  const wanted = text.toLowerCase();
  return (type) => type.toLowerCase().includes(wanted);
}

function toHit(
  text: string,
  type: string,
  hit: Pick<SearchHit, "id" | "subtitle" | "href">,
): SearchHit {
  return { ...hit, kind: "type", title: type, exact: type === text, at: undefined };
}
