import { chartGraph } from "../../../charts/graph.ts";
import { parseChart } from "../../../charts/parse-chart.ts";
import { timeBudgetMs } from "../../../charts/time-budget.ts";
import type { Sql } from "../sql.ts";

/** The longest an instance of a chart version can take. */
export interface TimeBudget {
  readonly chartId: number;
  readonly budgetMs: number;
}

/** The newest versions; instances of older ones are judged by their timers alone. */
const VERSIONS_MAX = 200;

const LIST_IDS = "SELECT id FROM sagascope.machine_version ORDER BY id DESC LIMIT $1";
const READ_CHARTS = "SELECT id, chart FROM sagascope.machine_version WHERE id = ANY ($1::int[])";

/** Reads the chart versions that have a bound. A version never changes, so each is read once. */
export function createTimeBudgets(): (sql: Sql) => Promise<readonly TimeBudget[]> {
  const known = new Map<number, number | undefined>();
  return async (sql) => {
    const ids = (await sql.query<{ id: number }>("list versions", LIST_IDS, [VERSIONS_MAX])).map(
      ({ id }) => id,
    );
    const missing = ids.filter((id) => !known.has(id));
    if (missing.length > 0) {
      const rows = await sql.query<{ id: number; chart: unknown }>("read charts", READ_CHARTS, [
        missing,
      ]);
      for (const { id, chart } of rows) known.set(id, timeBudgetMs(chartGraph(parseChart(chart))));
    }
    return ids.flatMap((chartId) => {
      const budgetMs = known.get(chartId);
      return budgetMs === undefined ? [] : [{ chartId, budgetMs }];
    });
  };
}
