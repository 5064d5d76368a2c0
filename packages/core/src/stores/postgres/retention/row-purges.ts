import type { Retained } from "../../../engine/retention.ts";
import { EVENT_IS_NEEDED, STEP_IS_NEEDED } from "./needed.ts";
import { OPERATION_PURGES } from "./operation-purges.ts";
import type { RowPurge } from "./row-purge.ts";

/** Nobody but a purge changes these rows, so that their place names them. */
function removeByPlace(table: string, isOver: string): string {
  return `
    WITH old AS MATERIALIZED (
      SELECT e.ctid AS place FROM sagascope.${table} e WHERE e.ctid > $3::tid AND ${isOver} LIMIT $2
    ), gone AS (
      DELETE FROM sagascope.${table} t USING old o WHERE t.ctid = o.place RETURNING 1
    )
    SELECT count(*)::int AS count, (SELECT max(place)::text FROM old) AS place FROM gone`;
}

/** Something may still come to it: its own delivery, the answer of a call, or an operator who replays its letter. */
const INSTANCE_IS_OVER = `
  e.finished_at < $1 AND e.status <> 'active'
  AND NOT EXISTS (SELECT 1 FROM sagascope.delivery d WHERE d.sink = e.machine_id AND d.subject = e.subject)
  AND NOT EXISTS (SELECT 1 FROM sagascope.effect c
                  WHERE c.machine_id = e.machine_id AND c.subject = e.subject AND c.status = 'pending')
  AND NOT EXISTS (SELECT 1 FROM sagascope.dead_letter l
                  WHERE l.resolved_at IS NULL AND l.subject = e.subject AND l.machine_id = e.machine_id)`;
/** Others may change them meanwhile: they are locked, and judged as they are then. */
const REMOVE_INSTANCES = `
  WITH old AS MATERIALIZED (
    SELECT e.machine_id, e.subject, e.finished_at FROM sagascope.instance e
    WHERE e.finished_at >= $3::timestamptz AND ${INSTANCE_IS_OVER}
    ORDER BY e.finished_at LIMIT $2 FOR UPDATE SKIP LOCKED
  ), calls AS (
    DELETE FROM sagascope.effect c USING old o WHERE c.machine_id = o.machine_id AND c.subject = o.subject
  ), gone AS (
    DELETE FROM sagascope.instance i USING old o WHERE i.machine_id = o.machine_id AND i.subject = o.subject RETURNING 1
  )
  SELECT count(*)::int AS count, (SELECT max(finished_at)::text FROM old) AS place FROM gone`;

const EVENT_IS_OVER = `e.recorded_at < $1 AND NOT ${EVENT_IS_NEEDED}`;
const STEP_IS_OVER = `e.at < $1 AND NOT ${STEP_IS_NEEDED}`;
const RECEIPT_IS_OVER = "e.recorded_at < $1";

/** In the order in which they are done: what is gone needs nothing of what comes after. */
export const ROW_PURGES: readonly RowPurge[] = [
  {
    what: "instances",
    table: "instance",
    isOver: INSTANCE_IS_OVER,
    remove: REMOVE_INSTANCES,
    firstPlace: "-infinity",
  },
  byPlace("receipts", "inbox", RECEIPT_IS_OVER),
  byPlace("events", "event_default", EVENT_IS_OVER),
  byPlace("history", "history_default", STEP_IS_OVER),
  ...OPERATION_PURGES,
];

function byPlace(what: Retained, table: string, isOver: string): RowPurge {
  return { what, table, isOver, remove: removeByPlace(table, isOver), firstPlace: "(0,0)" };
}
