import type { TimerPage, TimerPlace } from "../../../engine/engine-store.ts";
import type { TimerRecord } from "../../../engine/records.ts";
import { NOW } from "../now.ts";
import type { Sql } from "../sql.ts";

const TIMER_COLUMNS =
  "machine_id, subject, ref, revision, event, label, cause_event_id, cause_depth, traceparent, deliveries, attempts";

const IN_ORDER = "due_at, machine_id, subject, ref";

/**
 * Those that this worker takes up are counted as handed out, once; a worker that comes back is another worker. What a commit is
 * about to end is skipped, so that nobody waits for the other. A page that is full tells its last row once more, as the place
 * to read on from, whoever that row belongs to.
 */
const DUE_TIMERS = `
  WITH page AS MATERIALIZED (
    SELECT ${TIMER_COLUMNS}, due_at, taken_by FROM sagascope.timer
    WHERE project = $1 AND due_at <= ${NOW} AND shard = ANY ($2::smallint[])
      AND due_at >= coalesce($5::timestamptz, '-infinity')
      AND (${IN_ORDER}) > (coalesce($5::timestamptz, '-infinity'), $6::text, $7::text, $8::text)
    ORDER BY ${IN_ORDER} LIMIT $3
  ), fresh AS (
    SELECT t.machine_id, t.subject, t.ref FROM page p
    JOIN sagascope.timer t
      ON t.machine_id = p.machine_id AND t.subject = p.subject AND t.ref = p.ref AND t.due_at = p.due_at
    WHERE t.taken_by IS DISTINCT FROM $4 FOR UPDATE OF t SKIP LOCKED
  ), taken AS (
    UPDATE sagascope.timer t SET deliveries = t.deliveries + 1, taken_by = $4
    FROM fresh f WHERE t.machine_id = f.machine_id AND t.subject = f.subject AND t.ref = f.ref
    RETURNING t.*
  )
  SELECT ${TIMER_COLUMNS}, "dueAt", "isPlace" FROM (
    SELECT ${TIMER_COLUMNS}, due_at, due_at::text AS "dueAt", false AS "isPlace" FROM taken
    UNION ALL
    SELECT ${TIMER_COLUMNS}, due_at, due_at::text AS "dueAt", false FROM page WHERE taken_by = $4
    UNION ALL
    (SELECT ${TIMER_COLUMNS}, due_at, due_at::text AS "dueAt", true FROM page ORDER BY ${IN_ORDER} OFFSET $3::int - 1 LIMIT 1)
  ) due
  ORDER BY ${IN_ORDER}`;

const COUNT_TRY = `
  UPDATE sagascope.timer SET attempts = greatest(0, attempts + $5::int)
  WHERE machine_id = $1 AND subject = $2 AND ref = $3 AND revision = $4`;

const LIST_TIMERS = `
  SELECT ${TIMER_COLUMNS} FROM sagascope.timer WHERE machine_id = $1 AND subject = $2 ORDER BY due_at, ref`;

interface Row {
  readonly machine_id: string;
  readonly subject: string;
  readonly ref: string;
  readonly revision: number;
  readonly event: string;
  readonly label: string;
  readonly cause_event_id: string;
  readonly cause_depth: number;
  readonly traceparent: string | null;
  readonly deliveries: number;
  readonly attempts: number;
}

interface DueRow extends Row {
  readonly dueAt: string;
  readonly isPlace: boolean;
}

/** Timers that are due by the database's clock, soonest first, taken up by this worker. */
export async function dueTimers(
  sql: Sql,
  { project, workerId }: { readonly project: string; readonly workerId: string },
  shards: readonly number[],
  limit: number,
  after?: TimerPlace,
): Promise<TimerPage> {
  const place = [
    after?.dueAt ?? null,
    after?.machineId ?? "",
    after?.subject ?? "",
    after?.ref ?? "",
  ];
  const values = [project, shards, limit, workerId, ...place];
  const rows = await sql.query<DueRow>("read due timers", DUE_TIMERS, values);
  const last = rows.find(({ isPlace }) => isPlace);
  return {
    timers: rows.filter(({ isPlace }) => !isPlace).map(toTimer),
    cutAt: last && placeOf(last),
  };
}

/** Count a try of a timer that is fired by itself, or take it back. */
export async function countTimerTry(
  sql: Sql,
  { machineId, subject, ref, revision }: TimerRecord,
  change: "begins" | "is over",
): Promise<void> {
  const by = change === "begins" ? 1 : -1;
  await sql.query("count a timer's try", COUNT_TRY, [machineId, subject, ref, revision, by]);
}

/** The timers that an instance waits for, soonest first. */
export async function listTimers(
  sql: Sql,
  { machineId, subject }: { readonly machineId: string; readonly subject: string },
): Promise<readonly TimerRecord[]> {
  const rows = await sql.query<Row>("list timers", LIST_TIMERS, [machineId, subject]);
  return rows.map(toTimer);
}

function placeOf({ dueAt, machine_id, subject, ref }: DueRow): TimerPlace {
  return { dueAt, machineId: machine_id, subject, ref };
}

function toTimer(row: Row): TimerRecord {
  return {
    machineId: row.machine_id,
    subject: row.subject,
    ref: row.ref,
    revision: row.revision,
    event: row.event,
    label: row.label,
    causeEventId: row.cause_event_id,
    causeDepth: row.cause_depth,
    ...(row.traceparent === null ? {} : { traceparent: row.traceparent }),
    deliveries: row.deliveries,
    attempts: row.attempts,
  };
}
