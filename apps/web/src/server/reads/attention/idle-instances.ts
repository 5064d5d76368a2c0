import { Prisma } from "@sagascope/database";

const SETTLE_SECONDS = 5; // a step's effects are written with it, but an event may be on its way

/**
 * Active instances that rest with no service call and no timer under way, and whether a call of theirs was given up.
 * An anti-join over tables that no relation ties, which Prisma's filters cannot say.
 */
export const IDLE_INSTANCES = Prisma.sql`
  SELECT i.machine_id, i.subject, i.chart_id, i.states, i.updated_at, dead.gave_up
  FROM sagascope.instance i
  CROSS JOIN LATERAL (
    SELECT EXISTS (
      SELECT FROM sagascope.effect e
      WHERE e.machine_id = i.machine_id AND e.subject = i.subject AND e.status = 'dead') AS gave_up) dead
  WHERE i.status = 'active'
    AND i.updated_at < clock_timestamp() - make_interval(secs => ${SETTLE_SECONDS})
    AND NOT EXISTS (
      SELECT FROM sagascope.effect e
      WHERE e.machine_id = i.machine_id AND e.subject = i.subject AND e.status = 'pending')
    AND NOT EXISTS (
      SELECT FROM sagascope.timer t
      WHERE t.machine_id = i.machine_id AND t.subject = i.subject)`;
