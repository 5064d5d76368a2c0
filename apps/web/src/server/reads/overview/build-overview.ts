import type { OverdueCount } from "../attention/count-overdue.ts";
import type { IdleGroup } from "../attention/list-idle-groups.ts";
import type { ActiveCount } from "./count-active-instances.ts";
import type { StartedCount } from "./count-started-instances.ts";
import type { CauseCount } from "./list-causes.ts";
import type { Durations } from "./measure-durations.ts";
import type { QueueState } from "./measure-queue.ts";
import { type Buckets, spreadOverBuckets } from "./overview-range.ts";

/** What was read for the overview, as it came from the database. */
export interface OverviewFacts {
  readonly machines: readonly { readonly machineId: string; readonly version: string }[];
  readonly active: readonly ActiveCount[];
  readonly started: readonly StartedCount[];
  readonly durations: readonly Durations[];
  readonly stuck: readonly IdleGroup[];
  readonly overdue: readonly OverdueCount[];
  readonly letters: readonly { readonly consumer: string; readonly count: number }[];
  readonly causes: readonly CauseCount[];
  /** How many causes there are in all. */
  readonly causeCount: number;
  readonly queue: QueueState;
  readonly workersAlive: number;
  readonly at: Date;
}

/** A number with what qualifies it and how it went. */
export interface Trend {
  readonly count: number;
  readonly trend: readonly number[];
}

/** One machine's line. */
export interface MachineLine {
  readonly machineId: string;
  readonly version: string;
  readonly inFlight: number;
  /** How `inFlight` is made up; the four add up to it. */
  readonly where: {
    readonly calling: number;
    readonly waiting: number;
    readonly compensating: number;
    readonly attention: number;
  };
  readonly completed: number;
  readonly compensated: number;
  readonly failed: number;
  readonly letters: number;
  readonly medianMs: number | undefined;
  readonly p95Ms: number | undefined;
}

/** Everything the overview shows. */
export interface Overview {
  readonly at: Date;
  readonly inFlight: Trend & { readonly started: number };
  readonly completed: Trend;
  readonly compensated: Trend;
  readonly failed: Trend;
  readonly stuck: { readonly count: number; readonly oldestAt: Date | undefined };
  readonly overdue: { readonly count: number; readonly byMs: number };
  readonly letters: Trend;
  readonly machines: readonly MachineLine[];
  readonly causes: readonly CauseCount[];
  /** How many causes there are in all. */
  readonly causeCount: number;
  readonly stuckGroups: readonly IdleGroup[];
  readonly overdueByMachine: readonly OverdueCount[];
  readonly queue: QueueState;
  readonly workersAlive: number;
}

/** Put the facts of the overview together. */
export function buildOverview(buckets: Buckets, facts: OverviewFacts): Overview {
  const inPhase = (phase: string) =>
    trendOf(
      buckets,
      facts.started.filter((row) => row.phase === phase),
    );
  const started = trendOf(buckets, facts.started);
  return {
    at: facts.at,
    inFlight: {
      count: sum(facts.active, (row) => row.inFlight),
      trend: started.trend,
      started: started.count,
    },
    completed: inPhase("completed"),
    compensated: inPhase("compensated"),
    failed: inPhase("failed"),
    stuck: {
      count: sum(facts.stuck, (group) => group.count),
      oldestAt: earliest(facts.stuck.map((group) => group.oldestAt)),
    },
    overdue: {
      count: sum(facts.overdue, (row) => row.count),
      byMs: Math.max(0, ...facts.overdue.map((row) => row.byMs)),
    },
    letters: {
      count: sum(facts.letters, (row) => row.count),
      trend: addUp(
        buckets.count,
        facts.causes.map((cause) => cause.trend),
      ),
    },
    machines: facts.machines.map((machine) => machineLine(machine, facts)),
    causes: facts.causes,
    causeCount: facts.causeCount,
    stuckGroups: facts.stuck,
    overdueByMachine: facts.overdue,
    queue: facts.queue,
    workersAlive: facts.workersAlive,
  };
}

function machineLine(
  { machineId, version }: OverviewFacts["machines"][number],
  facts: OverviewFacts,
): MachineLine {
  const active = facts.active.find((row) => row.machineId === machineId);
  const started = facts.started.filter((row) => row.machineId === machineId);
  const durations = facts.durations.find((row) => row.machineId === machineId);
  const inPhase = (phase: string) =>
    sum(
      started.filter((row) => row.phase === phase),
      (row) => row.count,
    );
  return {
    machineId,
    version,
    inFlight: active?.inFlight ?? 0,
    where: whereTheyAre(active, attentionOf(machineId, facts)),
    completed: inPhase("completed"),
    compensated: inPhase("compensated"),
    failed: inPhase("failed"),
    letters: facts.letters.find((row) => row.consumer === machineId)?.count ?? 0,
    medianMs: durations?.medianMs,
    p95Ms: durations?.p95Ms,
  };
}

function attentionOf(machineId: string, { stuck, overdue }: OverviewFacts): number {
  const own = (row: { readonly machineId: string }) => row.machineId === machineId;
  return sum(stuck.filter(own), (row) => row.count) + sum(overdue.filter(own), (row) => row.count);
}

/** The counts were read one after the other, so each share is held to what is left. */
function whereTheyAre(active: ActiveCount | undefined, attention: number): MachineLine["where"] {
  let left = active?.inFlight ?? 0;
  const share = (wanted: number) => {
    const taken = Math.min(left, wanted);
    left -= taken;
    return taken;
  };
  const parts = {
    attention: share(attention),
    compensating: share(active?.compensating ?? 0),
    calling: share(active?.calling ?? 0),
  };
  return { ...parts, waiting: left };
}

function trendOf(buckets: Buckets, rows: readonly StartedCount[]): Trend {
  return { count: sum(rows, (row) => row.count), trend: spreadOverBuckets(buckets, rows) };
}

function addUp(length: number, trends: readonly (readonly number[])[]): number[] {
  return Array.from({ length }, (_, at) => sum(trends, (trend) => trend[at] ?? 0));
}

function earliest(dates: readonly Date[]): Date | undefined {
  return dates.reduce<Date | undefined>(
    (first, at) => (first && first <= at ? first : at),
    undefined,
  );
}

function sum<T>(rows: readonly T[], measure: (row: T) => number): number {
  return rows.reduce((total, row) => total + measure(row), 0);
}
