import { Prisma, type PrismaClient } from "@sagascope/database";
import { type AttentionKind, KEYS_MAX } from "../attention/attention-keys.ts";
import { getChartGraphs } from "../charts/chart-graphs.ts";
import {
  type Facet,
  type InstanceFacets,
  type StandingCount,
  standingFacets,
  sumOfFilter,
} from "./build-facets.ts";
import { type ChartName, type InstanceFilter, PHASES, STATUSES } from "./instance-filter.ts";
import { chooseSource, type InstanceSource, listChartNames } from "./instance-source.ts";
import { INSTANCE_OF_KEY, matchingInstances } from "./matching-instances.ts";

const EACH_MAX = 10_000; // of one version, status and phase; counting further costs more than it tells
const LOOKED_AT_MAX = 10_000; // rows that are read one by one
const STATES_LOOKED_AT_MAX = 1_000; // of one version, status and phase
const STATES_MAX = 200;
const ATTENTIONS = ["stuck", "overdue", "letters"] as const satisfies readonly AttentionKind[];

/** Count what each choice of each filter would leave under the other filters. */
export async function listFacets(
  prisma: PrismaClient,
  filter: InstanceFilter,
): Promise<InstanceFacets> {
  const charts = await listChartNames(prisma);
  const [standing, attention, states] = await Promise.all([
    countStanding(prisma, filter, charts),
    Promise.all(ATTENTIONS.map((kind) => countAttention(prisma, kind, filter, charts))),
    filter.machine ? countStates(prisma, filter, charts) : [],
  ]);
  return { ...standingFacets(standing, charts, filter), attention, states };
}

/** Where an instance stands is asked of the counts afterwards, so that they serve every choice of it. */
function anywhere(filter: InstanceFilter): InstanceFilter {
  const none = undefined;
  return { ...filter, machine: none, version: none, status: none, phase: none };
}

async function countStanding(
  prisma: PrismaClient,
  filter: InstanceFilter,
  charts: readonly ChartName[],
): Promise<StandingCount[]> {
  const source = await chooseSource(prisma, anywhere(filter), charts);
  if (source.keys) return groupKeys(prisma, source, source.keys);
  // Only an index's columns are asked for: every version, status and phase is a range of it.
  if (source.by === "order" && !filter.q && !filter.state && !filter.ended) {
    return countRanges(prisma, source.condition, charts);
  }
  return groupRows(prisma, source);
}

async function countRanges(
  prisma: PrismaClient,
  condition: Prisma.Sql,
  charts: readonly ChartName[],
): Promise<StandingCount[]> {
  const rows = await prisma.$queryRaw<Omit<StandingCount, "atLeast">[]>`
    SELECT c.chart_id AS "chartId", s.status, p.phase, n.count
    FROM unnest(${charts.map(({ chartId }) => chartId)}::int[]) AS c (chart_id)
    CROSS JOIN unnest(${[...STATUSES]}::text[]) AS s (status)
    CROSS JOIN unnest(${[...PHASES]}::text[]) AS p (phase)
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS count FROM (
        SELECT FROM sagascope.instance i
        WHERE i.chart_id = c.chart_id AND i.status = s.status AND i.phase = p.phase AND ${condition}
        ORDER BY i.started_at DESC LIMIT ${EACH_MAX + 1}) AS counted) AS n
    WHERE n.count > 0`;
  return rows.map((row) => ({
    ...row,
    count: Math.min(row.count, EACH_MAX),
    atLeast: row.count > EACH_MAX,
  }));
}

async function groupRows(prisma: PrismaClient, source: InstanceSource): Promise<StandingCount[]> {
  const columns = Prisma.sql`i.chart_id, i.status, i.phase`;
  const found = matchingInstances(source, { columns, ...LOOK });
  const rows = await prisma.$queryRaw<Omit<StandingCount, "atLeast">[]>`
    SELECT chart_id AS "chartId", status, phase, count(*)::int AS count
    FROM (${found}) AS found GROUP BY 1, 2, 3`;
  const looked = rows.reduce((sum, { count }) => sum + count, 0);
  const atLeast = looked >= LOOKED_AT_MAX;
  return rows.map((row) => ({ ...row, atLeast }));
}

/** The keys are read once, and how many were looked at is known even where none of them fits. */
async function groupKeys(
  prisma: PrismaClient,
  { condition }: InstanceSource,
  keys: Prisma.Sql,
): Promise<StandingCount[]> {
  return prisma.$queryRaw<StandingCount[]>`
    WITH k AS MATERIALIZED (${keys}), found AS (
      SELECT i.chart_id, i.status, i.phase, count(*)::int AS count
      FROM k ${INSTANCE_OF_KEY}
      WHERE ${condition}
      GROUP BY 1, 2, 3)
    SELECT coalesce(chart_id, 0) AS "chartId", coalesce(status, '') AS status, coalesce(phase, '') AS phase,
      coalesce(count, 0) AS count, n.looked_at > ${KEYS_MAX} AS "atLeast"
    FROM (SELECT coalesce(max(looked_at), 0) AS looked_at FROM k) AS n LEFT JOIN found ON true`;
}

const LOOK = { order: "newest", limit: LOOKED_AT_MAX, each: true } as const;

async function countAttention(
  prisma: PrismaClient,
  kind: AttentionKind,
  filter: InstanceFilter,
  charts: readonly ChartName[],
): Promise<Facet> {
  const source = await chooseSource(prisma, { ...anywhere(filter), attention: kind }, charts);
  const counts = source.keys ? await groupKeys(prisma, source, source.keys) : [];
  return sumOfFilter(kind, counts, charts, filter);
}

/** The states that instances of a machine are in; those that its chart has and that were not met are unknown, or nobody's. */
async function countStates(
  prisma: PrismaClient,
  filter: InstanceFilter,
  charts: readonly ChartName[],
): Promise<Facet[]> {
  const source = await chooseSource(prisma, { ...filter, state: undefined }, charts);
  const columns = Prisma.sql`i.states, i.chart_id, i.status, i.phase`;
  const limit = source.by === "place" ? STATES_LOOKED_AT_MAX : LOOKED_AT_MAX;
  const found = matchingInstances(source, { columns, order: "newest", limit, each: true });
  const rows = await prisma.$queryRaw<{ value: string; count: number; looked: number }[]>`
    WITH found AS MATERIALIZED (${found})
    SELECT s.value, count(*)::int AS count,
      (SELECT max(n)::int FROM (SELECT count(*) AS n FROM found GROUP BY chart_id, status, phase) AS each) AS looked
    FROM found CROSS JOIN unnest(states) AS s (value)
    GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${STATES_MAX}`;
  // Of keys it is not known whether all were looked at.
  const atLeast = source.by === "keys" || (rows[0]?.looked ?? 0) >= limit;
  const met = new Set(rows.map(({ value }) => value));
  const others = await statesOfCharts(prisma, filter, charts);
  return [
    ...rows.map(({ value, count }) => ({ value, count, atLeast })),
    ...others.filter((value) => !met.has(value)).map((value) => ({ value, count: 0, atLeast })),
  ];
}

/** The states that an instance of this machine can rest in. */
async function statesOfCharts(
  prisma: PrismaClient,
  { machine, version }: InstanceFilter,
  charts: readonly ChartName[],
): Promise<string[]> {
  const own = charts.filter(
    (chart) => chart.machineId === machine && (version === undefined || chart.version === version),
  );
  const graphs = await getChartGraphs(
    prisma,
    own.map(({ chartId }) => chartId),
  );
  const paths = [...graphs.values()].flatMap(({ states }) =>
    states.filter(({ kind }) => kind === "atomic" || kind === "final").map(({ path }) => path),
  );
  return [...new Set(paths)].sort();
}
