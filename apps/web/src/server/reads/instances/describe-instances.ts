import type { Prisma, PrismaClient } from "@sagascope/database";
import { type Attention, attentionOf } from "../attention/attention-of.ts";
import { getChartGraphs } from "../charts/chart-graphs.ts";

/** What a row is made from. */
export const rowSelect = {
  machineId: true,
  subject: true,
  chartId: true,
  revision: true,
  status: true,
  phase: true,
  states: true,
  correlationId: true,
  startedAt: true,
  updatedAt: true,
  finishedAt: true,
  machineVersion: { select: { version: true, timeBudgetMs: true } },
} as const satisfies Prisma.InstanceSelect;

type Selected = Prisma.InstanceGetPayload<{ select: typeof rowSelect }>;

/** One instance as lists show it. */
export interface InstanceRow {
  readonly machineId: string;
  readonly subject: string;
  readonly version: string;
  readonly revision: number;
  readonly status: string;
  readonly phase: string;
  readonly states: readonly string[];
  readonly correlationId: string;
  readonly startedAt: Date;
  readonly updatedAt: Date;
  readonly finishedAt: Date | undefined;
  readonly attention: Attention | undefined;
  readonly openLetters: number;
  /** When its next timer is due, or its next try. */
  readonly nextDueAt: Date | undefined;
}

/** Add to rows what stands in other tables about them, with one query a table. */
export async function describeInstances(
  prisma: PrismaClient,
  rows: readonly Selected[],
): Promise<InstanceRow[]> {
  if (rows.length === 0) return [];
  // By machine: other instances of these subjects would use up what is read.
  const machines = [...new Set(rows.map(({ machineId }) => machineId))];
  const own = {
    OR: machines.map((machineId) => {
      const ofMachine = rows.filter((row) => row.machineId === machineId);
      return { machineId, subject: { in: ofMachine.map(({ subject }) => subject) } };
    }),
  };
  const rowsMax = ROWS_MAX + rows.length * ROWS_EACH;
  const [effects, timers, letters, graphs] = await Promise.all([
    prisma.effect.findMany({
      where: { ...own, status: { in: ["pending", "dead"] } },
      select: { machineId: true, subject: true, status: true, dueAt: true, leasedUntil: true },
      take: rowsMax,
    }),
    prisma.timer.findMany({
      where: own,
      select: { machineId: true, subject: true, dueAt: true },
      take: rowsMax,
    }),
    prisma.deadLetter.groupBy({
      by: ["machineId", "subject"],
      where: { ...own, resolvedAt: null },
      _count: { _all: true },
    }),
    getChartGraphs(
      prisma,
      rows.map(({ chartId }) => chartId),
    ),
  ]);
  const now = new Date();
  return rows.map((row) => {
    const isOwn = (other: { machineId: string | null; subject: string }) =>
      other.machineId === row.machineId && other.subject === row.subject;
    const ownEffects = effects.filter(isOwn);
    const ownTimers = timers.filter(isOwn);
    const graph = graphs.get(row.chartId);
    const { timeBudgetMs } = row.machineVersion;
    const facts = { ...row, timeBudgetMs, effects: ownEffects, timers: ownTimers };
    const { chartId: _chart, machineVersion, finishedAt, ...shown } = row;
    return {
      ...shown,
      version: machineVersion.version,
      finishedAt: finishedAt ?? undefined,
      attention: graph && attentionOf(facts, graph, now),
      openLetters: letters.find(isOwn)?._count._all ?? 0,
      nextDueAt: earliest([...ownTimers, ...ownEffects.filter((call) => isWaiting(call, now))]),
    };
  });
}

/** A call that failed and is tried again later; one that runs is not due, it is under way. */
function isWaiting(
  call: { readonly status: string; readonly leasedUntil: Date | null },
  now: Date,
): boolean {
  return call.status === "pending" && (call.leasedUntil === null || call.leasedUntil <= now);
}

const ROWS_EACH = 20; // an instance has few calls and timers
const ROWS_MAX = 2_000; // and one of a page may have many

function earliest(rows: readonly { readonly dueAt: Date }[]): Date | undefined {
  return rows.map(({ dueAt }) => dueAt).sort((one, other) => one.getTime() - other.getTime())[0];
}
