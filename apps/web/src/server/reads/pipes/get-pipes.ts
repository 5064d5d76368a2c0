import {
  countDueTimers,
  type DueTimers,
  type FeedHolder,
  type FeedView,
  type LeaseHolder,
  listFeedHolders,
  listFeeds,
  listLeaseHolders,
  listRelays,
  listWorkers,
  measureBacklog,
  readCounts,
  readPipeTrend,
  type Sql,
  samplesOf,
  type WorkerView,
} from "@sagascope/core/postgres";
import { type DispatcherLine, dispatcherLines } from "./dispatcher-lines.ts";
import { type OutboxLine, outboxLines } from "./outbox-lines.ts";
import { type PipeTrend, pipeTrend, trendSince } from "./pipe-trend.ts";

/** Everything the page about pipes shows. */
export interface Pipes {
  /** The database's time, which ages are measured by. */
  readonly now: Date;
  readonly outbox: readonly OutboxLine[];
  /** More wait than were counted. */
  readonly isCut: boolean;
  readonly scheduled: {
    readonly waiting: number;
    readonly due: number;
    readonly nextDueAt: Date | null;
  };
  readonly feeds: readonly FeedView[];
  /** Transactions that feeds wait for. */
  readonly holders: readonly FeedHolder[];
  readonly workers: readonly WorkerView[];
  /** Who holds the lanes in which relays and machines work. */
  readonly leases: readonly LeaseHolder[];
  readonly trend: PipeTrend;
  readonly timers: DueTimers;
  /** What dispatchers did in the last hour, by machine and relay, the busiest first. */
  readonly dispatchers: readonly DispatcherLine[];
}

/** Read how the pipes stand: some statements whose cost does not grow with what was ever handed on. */
export async function getPipes(sql: Sql): Promise<Pipes> {
  const [backlog, relays, feeds, holders, workers, leases, timers, counted] = await Promise.all([
    measureBacklog(sql),
    listRelays(sql),
    listFeeds(sql),
    listFeedHolders(sql),
    listWorkers(sql),
    listLeaseHolders(sql),
    countDueTimers(sql),
    readCounts(sql, { grain: "minute", since: lastHour(Date.now()), bucketMs: HOUR_MS }),
  ]);
  const { now, isCut, scheduled } = backlog;
  const recorded = await readPipeTrend(sql, trendSince(now)); // by the database's time
  return {
    now,
    isCut,
    scheduled,
    outbox: outboxLines(backlog, relays),
    feeds,
    holders,
    workers,
    leases,
    trend: pipeTrend(recorded, samplesOf(backlog.rows, feeds), now),
    timers,
    dispatchers: dispatcherLines(counted),
  };
}

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** The last sixty minutes, from a whole one on: the engine counts by the minute. */
function lastHour(nowMs: number): Date {
  return new Date(Math.floor(nowMs / MINUTE_MS) * MINUTE_MS - HOUR_MS + MINUTE_MS);
}
