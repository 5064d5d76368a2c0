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
import { bucketsOf, type OverviewRange } from "../overview/overview-range.ts";
import { type DispatcherLine, dispatcherLines } from "./dispatcher-lines.ts";
import { type OutboxLine, outboxLines } from "./outbox-lines.ts";
import { type PipeTrend, pipeTrend } from "./pipe-trend.ts";

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
    /** More wait than were counted. */
    readonly isCut: boolean;
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
  /** What dispatchers did in the range, by machine and relay, the busiest first. */
  readonly dispatchers: readonly DispatcherLine[];
}

/**
 * Read how the pipes stand: as many statements for a week as for an hour, whose cost does not grow with what was ever handed on.
 *
 * @param range - how far back the trend and the outcomes look
 */
export async function getPipes(sql: Sql, range: OverviewRange): Promise<Pipes> {
  const [backlog, relays, feeds, holders, workers, leases, timers] = await Promise.all([
    measureBacklog(sql),
    listRelays(sql),
    listFeeds(sql),
    listFeedHolders(sql),
    listWorkers(sql),
    listLeaseHolders(sql),
    countDueTimers(sql),
  ]);
  const { now, isCut, scheduled } = backlog;
  const outbox = outboxLines(backlog, relays);
  const buckets = bucketsOf(range, now); // by the database's time
  const { grain, bucketMs } = buckets;
  const since = new Date(buckets.sinceMs);
  const shown = [...outbox, ...feeds.map((feed) => ({ ...feed, kind: "feed" as const }))];
  const [recorded, counted] = await Promise.all([
    readPipeTrend(sql, { grain, since, bucketMs }, shown),
    readCounts(sql, { grain, since, bucketMs: bucketMs * buckets.count }),
  ]);
  return {
    now,
    isCut,
    scheduled,
    outbox,
    feeds,
    holders,
    workers,
    leases,
    trend: pipeTrend(buckets, recorded, samplesOf(backlog.rows, feeds), now),
    timers,
    dispatchers: dispatcherLines(counted),
  };
}
