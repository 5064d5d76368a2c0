/**
 * Says of an event `e` that somebody still needs it: a delivery, a running instance, an open letter, a call under way. Feeds hold
 * whole stretches of time instead.
 */
export const EVENT_IS_NEEDED = `(
    EXISTS (SELECT 1 FROM sagascope.delivery d WHERE d.event_seq = e.seq)
    OR EXISTS (SELECT 1 FROM sagascope.instance i WHERE i.subject = e.subject AND i.status = 'active')
    OR EXISTS (SELECT 1 FROM sagascope.dead_letter l WHERE l.resolved_at IS NULL AND l.subject = e.subject)
    OR EXISTS (SELECT 1 FROM sagascope.dead_letter l WHERE l.resolved_at IS NULL AND l.envelope_id = e.id)
    OR EXISTS (SELECT 1 FROM sagascope.effect c WHERE c.status = 'pending' AND c.cause_event_id = e.id))`;

/** The same of a step `e` of an instance's history: it may still be looked at, rewound to, or resumed from. */
export const STEP_IS_NEEDED = `(
    EXISTS (SELECT 1 FROM sagascope.instance i
            WHERE i.machine_id = e.machine_id AND i.subject = e.subject AND i.status = 'active')
    OR EXISTS (SELECT 1 FROM sagascope.dead_letter l
               WHERE l.resolved_at IS NULL AND l.machine_id = e.machine_id AND l.subject = e.subject))`;

/** Tables that are partitioned by time, and what is needed of them. */
export const PARTITIONED = {
  events: { table: "event", at: "recorded_at", isNeeded: EVENT_IS_NEEDED },
  history: { table: "history", at: "at", isNeeded: STEP_IS_NEEDED },
} as const;

/** One of the tables that are partitioned by time. */
export type Partitioned = keyof typeof PARTITIONED;
