import type {
  CountedSpan,
  LetterBucket,
  OpenCause,
  OpenLetters,
  WorkCounted,
} from "@sagascope/core/postgres";
import type { OverdueCount } from "../attention/count-overdue.ts";
import type { IdleGroup } from "../attention/list-idle-groups.ts";
import type { ActiveCount } from "./count-active-instances.ts";
import type { Durations } from "./measure-durations.ts";
import type { QueueState } from "./measure-queue.ts";
import { type Buckets, spreadOverBuckets } from "./overview-range.ts";

/** What was read for the overview, as it came from the database. */
export interface OverviewFacts {
  readonly machines: readonly { readonly machineId: string; readonly version: string }[];
  readonly active: readonly ActiveCount[];
  /** What the engine counted in each bucket. */
  readonly counted: readonly CountedSpan[];
  readonly durations: readonly Durations[];
  readonly stuck: readonly IdleGroup[];
  readonly overdue: readonly OverdueCount[];
  readonly letters: OpenLetters;
  /** How many spans of time letters were counted in. */
  readonly letterSpans: number;
  readonly queue: QueueState;
  readonly workersAlive: number;
  readonly at: Date;
}

/** A number with what qualifies it and how it went. */
export interface Trend {
  readonly count: number;
  readonly trend: readonly number[];
}

/** Open letters of one cause, and how many came in each span of time. */
export interface CauseLine extends Omit<OpenCause, "buckets"> {
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

/** What was done in each bucket of the span, by all machines, as the engine counted it. The last bucket is not over yet. */
export interface OverviewCharts {
  readonly sinceMs: number;
  readonly bucketMs: number;
  readonly steps: readonly number[];
  readonly published: readonly number[];
  readonly consumed: readonly number[];
  readonly calls: readonly number[];
  readonly completed: readonly number[];
  readonly compensated: readonly number[];
  readonly failed: readonly number[];
  /** Deliveries and service calls that had to be tried again. */
  readonly triedAgain: readonly number[];
  readonly deadLettered: readonly number[];
  /** Of how many completed sagas a step had to be tried again. */
  readonly retriedRuns: number;
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
  readonly charts: OverviewCharts;
  readonly machines: readonly MachineLine[];
  /** The causes with the most open letters. */
  readonly causes: readonly CauseLine[];
  /** How many causes there are in all. */
  readonly causeCount: number;
  /** The first of them, the longest resting first. */
  readonly stuckGroups: readonly IdleGroup[];
  readonly overdueByMachine: readonly OverdueCount[];
  readonly queue: QueueState;
  readonly workersAlive: number;
}

const STUCK_SHOWN = 20; // more than a page names

/** Put the facts of the overview together. */
export function buildOverview(buckets: Buckets, facts: OverviewFacts): Overview {
  const trendOf = (...what: readonly WorkCounted[]): Trend => {
    const rows = facts.counted.map((row) => ({
      bucket: row.bucket,
      count: sum(what, (each) => row[each]),
    }));
    return { count: sum(rows, ({ count }) => count), trend: spreadOverBuckets(buckets, rows) };
  };
  const started = trendOf("started");
  return {
    at: facts.at,
    inFlight: {
      count: sum(facts.active, (row) => row.inFlight),
      trend: started.trend,
      started: started.count,
    },
    completed: trendOf("completed"),
    compensated: trendOf("compensated"),
    failed: trendOf("failed"),
    charts: {
      sinceMs: buckets.sinceMs,
      bucketMs: buckets.bucketMs,
      steps: trendOf("steps").trend,
      published: trendOf("published").trend,
      consumed: trendOf("consumed").trend,
      calls: trendOf("calls").trend,
      completed: trendOf("completed").trend,
      compensated: trendOf("compensated").trend,
      failed: trendOf("failed").trend,
      triedAgain: trendOf("retried", "callsRetried").trend,
      deadLettered: trendOf("deadLettered").trend,
      retriedRuns: trendOf("retriedRuns").count,
    },
    stuck: {
      count: sum(facts.stuck, (group) => group.count),
      oldestAt: earliest(facts.stuck.map((group) => group.oldestAt)),
    },
    overdue: {
      count: sum(facts.overdue, (row) => row.count),
      byMs: Math.max(0, ...facts.overdue.map((row) => row.byMs)),
    },
    letters: {
      count: sum(facts.letters.byConsumer, (row) => row.letters),
      trend: letterTrend(facts, facts.letters.buckets),
    },
    machines: facts.machines.map((machine) => machineLine(machine, facts)),
    causes: facts.letters.causes.map(({ buckets: own, ...cause }) => ({
      ...cause,
      trend: letterTrend(facts, own),
    })),
    causeCount: facts.letters.causeCount,
    stuckGroups: facts.stuck.slice(0, STUCK_SHOWN),
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
  const counted = facts.counted.filter((row) => row.machineId === machineId);
  const durations = facts.durations.find((row) => row.machineId === machineId);
  return {
    machineId,
    version,
    inFlight: active?.inFlight ?? 0,
    where: whereTheyAre(active, attentionOf(machineId, facts)),
    completed: sum(counted, (row) => row.completed),
    compensated: sum(counted, (row) => row.compensated),
    failed: sum(counted, (row) => row.failed),
    letters: facts.letters.byConsumer.find((row) => row.consumer === machineId)?.letters ?? 0,
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

function letterTrend(
  { letterSpans }: OverviewFacts,
  buckets: readonly LetterBucket[],
): readonly number[] {
  return spreadOverBuckets(
    { count: letterSpans },
    buckets.map(({ bucket, letters }) => ({ bucket, count: letters })),
  );
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
