import type { Sql } from "../sql.ts";

/** More timers of one hour than this are not counted further. */
const LOOKED_AT_MAX = 100_000;
const MINUTES = 60;

/** Minute 0 is the present one; what is late lies below. */
const COUNT = `
  SELECT floor(extract(epoch FROM t.due_at - n.now) / 60)::int AS minute, count(*)::int AS count, min(t.due_at) AS "firstAt"
  FROM (SELECT clock_timestamp() AS now) n
  CROSS JOIN LATERAL (
    SELECT due_at FROM sagascope.timer WHERE due_at < n.now + $1::int * interval '1 minute' LIMIT $2) t
  GROUP BY 1 ORDER BY 1`;

/** Timers of charts, by when they are due. */
export interface DueTimers {
  /** Due already: a worker is about to fire them, or none runs. */
  readonly late: number;
  /** Due in each of the next sixty minutes. */
  readonly byMinute: readonly number[];
  readonly nextDueAt: Date | null;
}

/** Count the timers of the next hour by the database's clock. */
export async function countDueTimers(sql: Sql): Promise<DueTimers> {
  const rows = await sql.query<{ minute: number; count: number; firstAt: Date }>(
    "count due timers",
    COUNT,
    [MINUTES, LOOKED_AT_MAX],
  );
  const counts = new Map(rows.map(({ minute, count }) => [minute, count]));
  const late = rows.filter(({ minute }) => minute < 0);
  return {
    late: late.reduce((sum, { count }) => sum + count, 0),
    byMinute: Array.from({ length: MINUTES }, (_minute, at) => counts.get(at) ?? 0),
    nextDueAt: rows.find(({ minute }) => minute >= 0)?.firstAt ?? null,
  };
}
