import {
  type Backlog,
  type CountedSpan,
  countDueTimers,
  type DueTimers,
  type FeedView,
  listFeeds,
  listWorkers,
  measureBacklog,
  postgresAlertStore,
  readTotals,
  type SqlPool,
  type WorkerView,
} from "@sagascope/core/postgres";

/** Everything metrics are made of. */
export interface MetricFacts {
  readonly totals: readonly CountedSpan[];
  readonly backlog: Backlog;
  readonly workers: readonly WorkerView[];
  readonly feeds: readonly FeedView[];
  readonly timers: DueTimers;
  readonly readings: readonly {
    readonly signal: string;
    readonly subject: string;
    readonly value: number;
  }[];
  readonly openAlerts: readonly { readonly signal: string; readonly alerts: number }[];
  readonly leasedCalls: readonly { readonly project: string; readonly calls: number }[];
}

const OPEN_ALERTS =
  "SELECT signal, count(*)::int AS alerts FROM sagascope.alert WHERE recovered_at IS NULL GROUP BY 1 ORDER BY 1";
const LEASED_CALLS = `
  SELECT project, count(*)::int AS calls FROM sagascope.effect
  WHERE status = 'pending' AND leased_until > clock_timestamp() GROUP BY 1 ORDER BY 1`;

/** Read what metrics are made of: totals that the engine counted, and how things stand. Nothing that ever happened is scanned. */
export async function readMetricFacts(sql: SqlPool): Promise<MetricFacts> {
  const [totals, backlog, workers, feeds, timers, readings, openAlerts, leasedCalls] =
    await Promise.all([
      readTotals(sql),
      measureBacklog(sql),
      listWorkers(sql),
      listFeeds(sql),
      countDueTimers(sql),
      postgresAlertStore(sql, undefined).readings(),
      sql.query<MetricFacts["openAlerts"][number]>("count alerts", OPEN_ALERTS),
      sql.query<MetricFacts["leasedCalls"][number]>("count calls", LEASED_CALLS),
    ]);
  return { totals, backlog, workers, feeds, timers, readings, openAlerts, leasedCalls };
}
