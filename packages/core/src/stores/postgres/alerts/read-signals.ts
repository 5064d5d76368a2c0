import type { AlertReading } from "../../../alerts/alert-rule.ts";
import { RATIO_ENDED_MIN } from "../../../alerts/alert-rule.ts";
import { LATE_MS, SETTLE_MS, WORKER_ALIVE_MS } from "../../../alerts/raised-within.ts";
import type { Sql, SqlPool } from "../sql.ts";

/** Letters count as new for so long. */
const NEW_LETTER_MS = 300_000;

/** Letters that came, or came back, lately. */
const NEW_LETTERS = `
  SELECT 'new-letter' AS signal, consumer AS subject, count(*)::float8 AS value FROM sagascope.dead_letter
  WHERE resolved_at IS NULL AND last_seen_at > statement_timestamp() - ${NEW_LETTER_MS} * interval '1 ms'
  GROUP BY 2`;

const STUCK_COMPENSATIONS = `
  SELECT 'stuck-compensation' AS signal, i.machine_id AS subject, count(*)::float8 AS value FROM sagascope.instance i
  WHERE i.status = 'active' AND i.phase = 'compensating'
    AND i.updated_at < clock_timestamp() - ${SETTLE_MS} * interval '1 ms'
    AND NOT EXISTS (SELECT FROM sagascope.effect e
                    WHERE e.machine_id = i.machine_id AND e.subject = i.subject AND e.status = 'pending')
    AND NOT EXISTS (SELECT FROM sagascope.timer t WHERE t.machine_id = i.machine_id AND t.subject = i.subject)
  GROUP BY 2`;

/**
 * By project, since what waits is found by that and its time: a look at all timers would cost as much when none is late. By the
 * statement's time, which the server plans for; of any other it takes it that a third of all rows are older.
 */
const OVERDUE = `
  SELECT 'overdue' AS signal, machine_id AS subject, count(DISTINCT subject)::float8 AS value FROM (
    SELECT machine_id, subject, due_at FROM sagascope.timer
    WHERE project IN (SELECT project FROM sagascope.machine)
    UNION ALL
    SELECT machine_id, subject, due_at FROM sagascope.effect
    WHERE project IN (SELECT project FROM sagascope.machine)
      AND status = 'pending' AND (leased_until IS NULL OR leased_until < statement_timestamp())
    UNION ALL
    SELECT i.machine_id, i.subject, i.started_at + v.time_budget_ms * interval '1 ms'
    FROM sagascope.machine_version v
    JOIN sagascope.instance i ON i.chart_id = v.id AND i.status = 'active' AND i.phase = 'running'
      AND i.started_at < statement_timestamp() - (v.time_budget_ms + ${LATE_MS}) * interval '1 ms') AS due
  WHERE due_at < statement_timestamp() - ${LATE_MS} * interval '1 ms'
  GROUP BY 2`;

const OLDEST_WAITING = `
  SELECT 'oldest-waiting' AS signal, project AS subject,
         extract(epoch FROM clock_timestamp() - min(due_at))::float8 AS value
  FROM sagascope.delivery WHERE due_at <= clock_timestamp() GROUP BY 2`;

/** Of each project that a worker has something to do for: what machines, relays or nobody takes, or a feed. */
const NO_WORKER = `
  SELECT 'no-worker' AS signal, p.project AS subject, 1::float8 AS value FROM (
    SELECT project FROM sagascope.machine UNION SELECT project FROM sagascope.subscription UNION SELECT project FROM sagascope.feed
  ) p
  WHERE NOT EXISTS (
    SELECT FROM sagascope.worker w WHERE w.project = p.project AND w.stopped_at IS NULL
      AND w.heartbeat_at > clock_timestamp() - ${WORKER_ALIVE_MS} * interval '1 ms')`;

const COMPENSATION_RATIO = `
  SELECT 'compensation-ratio' AS signal, machine_id AS subject, sum(compensated)::float8 / sum(ended)::float8 AS value
  FROM (
    SELECT machine_id, compensated, completed + compensated + failed AS ended FROM sagascope.work_count
    WHERE grain = 'minute' AND at > clock_timestamp() - interval '1 hour'
    UNION ALL
    SELECT machine_id, compensated, completed + compensated + failed FROM sagascope.work_entry
  ) AS counted
  GROUP BY 2 HAVING sum(ended) >= ${RATIO_ENDED_MIN}`;

/** The engine's sessions find all rows by key; these look at many at once. */
const PLAN_FOR_MANY = `
  SELECT set_config('enable_seqscan', 'on', true), set_config('enable_hashjoin', 'on', true),
         set_config('enable_mergejoin', 'on', true), set_config('plan_cache_mode', 'force_custom_plan', true)`;

/** Reads all signals of all projects as they are now; what is not in the answer is zero. */
export function createSignalReader(pool: SqlPool): () => Promise<readonly AlertReading[]> {
  return () =>
    pool.transaction("read signals", async (sql) => {
      await sql.query("plan for many", PLAN_FOR_MANY);
      return readSignals(sql);
    });
}

async function readSignals(sql: Sql): Promise<readonly AlertReading[]> {
  const read = (text: string) => sql.query<AlertReading>("read signals", text);
  return [
    ...(await read(NEW_LETTERS)),
    ...(await read(STUCK_COMPENSATIONS)),
    ...(await read(OVERDUE)),
    ...(await read(OLDEST_WAITING)),
    ...(await read(NO_WORKER)),
    ...(await read(COMPENSATION_RATIO)),
  ];
}
