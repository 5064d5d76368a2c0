import { Prisma, type PrismaClient } from "@sagascope/database";
import { describeInstances, type InstanceRow } from "./describe-instances.ts";
import { type InstanceFilter, isConditional } from "./instance-filter.ts";
import { chooseSource, countKeys, countUpTo, listChartNames } from "./instance-source.ts";
import { afterCursor, type InstanceOrder, matchingInstances } from "./matching-instances.ts";

/** Where a page begins: after the instance that started at this instant. */
export interface InstanceCursor {
  /** In microseconds: `2026-11-30T08:14:56.000123Z`. */
  readonly at: string;
  readonly machineId: string;
  readonly subject: string;
}

/** One page of instances. */
export interface InstancePage {
  readonly rows: readonly InstanceRow[];
  /** Give it back to get the next page; absent on the last. */
  readonly nextCursor: InstanceCursor | undefined;
  /** How many match; `countMax` means that many or more. */
  readonly count: number;
  readonly countMax: number;
  /** More need attention than were looked at: `count` is a lower bound. */
  readonly more: boolean;
}

const COUNT_MAX = 10_000; // counting further costs more than it tells

const COLUMNS = Prisma.sql`i.machine_id AS "machineId", i.subject, i.chart_id AS "chartId", i.revision, i.status, i.phase, i.states,
  i.correlation_id AS "correlationId", i.started_at AS "startedAt", i.updated_at AS "updatedAt", i.finished_at AS "finishedAt",
  to_char(i.started_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at`;

type Found = Omit<Parameters<typeof describeInstances>[1][number], "machineVersion"> & {
  readonly at: string;
};

/** Of a version that was registered since. */
const NO_VERSION = { version: "?", timeBudgetMs: null };

/** List instances by start, from a cursor on. */
export async function listInstances(
  prisma: PrismaClient,
  filter: InstanceFilter,
  page: {
    readonly cursor: InstanceCursor | undefined;
    readonly limit: number;
    readonly order?: InstanceOrder;
    /** Not asked for by an export, which wants only rows. */
    readonly counted?: boolean;
  },
): Promise<InstancePage> {
  const { cursor, limit, order = "newest", counted = true } = page;
  const charts = await listChartNames(prisma);
  const source = await chooseSource(prisma, filter, charts);
  const after = cursor && afterCursor(cursor, order);
  const wanted = { columns: COLUMNS, order, limit: limit + 1, after };
  const counting = { columns: Prisma.sql`1`, order, limit: COUNT_MAX + 1, each: true };
  const isKeysAlone = source.keys !== undefined && !source.place && !isConditional(filter);
  const [rows, matching, keys] = await Promise.all([
    prisma.$queryRaw<Found[]>(matchingInstances(source, wanted)),
    counted && !isKeysAlone ? countUpTo(prisma, cut(matchingInstances(source, counting))) : 0,
    counted && source.keys ? countKeys(prisma, source.keys) : undefined,
  ]);
  const count = isKeysAlone ? (keys?.count ?? 0) : matching;
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const versions = new Map(charts.map((chart) => [chart.chartId, chart]));
  return {
    rows: await describeInstances(
      prisma,
      shown.map(({ at: _at, ...row }) => ({
        ...row,
        machineVersion: versions.get(row.chartId) ?? NO_VERSION,
      })),
    ),
    nextCursor:
      rows.length > limit && last
        ? { at: last.at, machineId: last.machineId, subject: last.subject }
        : undefined,
    count: Math.min(count, COUNT_MAX),
    countMax: COUNT_MAX,
    more: keys?.more ?? false,
  };
}

/** Counting stops there, wherever the rows come from. */
function cut(rows: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`SELECT FROM (${rows}) AS matching LIMIT ${COUNT_MAX + 1}`;
}
